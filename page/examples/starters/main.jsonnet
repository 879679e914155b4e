local greeting(name) = 'Hello, %s!' % name;
{
  message: greeting('world'),
}
