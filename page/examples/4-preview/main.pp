config "region" "string" {
  default     = "eu"
  description = "Where the site lives."
}

config "token" "string" {
  description = "What the site uses to call home."
}

resource "site" "shop:index:Bucket" {
  name = "site-${region}"
  tags = {
    team = "shop"
  }
}

resource "policy" "shop:index:Policy" {
  bucket   = site.id
  document = "allow ${site.arn} for ${token}"
}

output "url" {
  value = "https://${site.name}.example.com/"
}

output "arn" {
  value = site.arn
}
