// `password` is a secret input (see inputs.json). What is made of it is secret, too, and is
// hidden wherever it is shown; the tab Why says where it came from.
local password = std.extVar('password');
{
  user: 'shop',
  url: 'postgres://shop:%s@db/shop' % password,
  port: 5432,
  strong: std.length(password) > 12,
}
