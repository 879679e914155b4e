// One deployment for each environment: people from RCL, limits from YAML, the service from TOML.
local team = import 'users.rcl';
local limits = import 'limits.yaml';
local service = import 'service.toml';

local deployment(environment, limit) = {
  name: '%s-%s' % [service.name, environment],
  ports: service.ports,
  resources: limit,
  contacts: team.admins,
};

std.mapWithKey(deployment, limits)
