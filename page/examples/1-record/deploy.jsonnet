// The types of users.rcl are known here: hover over `team`, or write team.users[0].e_mail.

local team = import 'users.rcl';
local limits = import 'limits.toml';

local deployment(environment, limit) = {
  name: 'shop-%s' % environment,
  replicas: limit.replicas,
  contacts: team.admins,
};

std.mapWithKey(deployment, limits)
