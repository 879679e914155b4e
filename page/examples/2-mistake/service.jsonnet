// No annotation is needed: the field does not exist, and confty knows which one was meant.
local service = { name: 'shop', port: 8080 };
{
  url: 'http://%s:%d/' % [service.name, service.prot],
}
