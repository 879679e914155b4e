name = "world"

output "message" {
  value = "Hello, ${name}!"
}
