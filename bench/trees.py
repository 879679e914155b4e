"""Generated trees of many files, for measurements: the same for the same numbers, on any machine.

A fleet as people have it: a common library, one library a team, environments that merge both, and
data and other languages beside them.
"""

from __future__ import annotations

from pathlib import Path

COMMON = """\
// What every team builds on.
{
  labels(name, team):: { app: name, team: team, 'managed-by': 'confty' },
  container(name, image, port=8080):: {
    name: name,
    image: image,
    ports: [{ containerPort: port }],
    resources: { limits: { cpu: '500m', memory: '256Mi' } },
  },
  deployment(name, team, replicas, containers):: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: name, labels: $.labels(name, team) },
    spec: { replicas: replicas, template: { spec: { containers: containers } } },
  },
  service(name, team, port):: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: name, labels: $.labels(name, team) },
    spec: { ports: [{ port: port }], selector: { app: name } },
  },
}
"""
TEAM = """\
local common = import '../common.libsonnet';
common {{
  team:: 'team{team}',
  app(name, replicas=2, port=8{team:03}):: {{
    deployment: $.deployment(name, $.team, replicas, [$.container(name, 'registry/' + name, port)]),
    service: $.service(name, $.team, port),
    hosts: ['%s-%d.%s.example.com' % [name, i, $.team] for i in std.range(1, replicas)],
  }},
}}
"""
ENVIRONMENT = """\
local team = import '../../lib/team{team}.libsonnet';
local settings = {{ region: 'region-{region}', tier: {tier}, name: 'app{number}' }};
team.app(settings.name, replicas=settings.tier + 1) {{
  deployment+: {{ metadata+: {{ annotations: {{ region: settings.region }} }} }},
  extra: {{ [k]: settings[k] for k in std.objectFields(settings) }},
  alerts: [
    {{ alert: 'High%s' % kind, expr: 'rate(%s[5m]) > %d' % [kind, settings.tier * 10], labels: {{ severity: 'page' }} }}
    for kind in ['errors', 'latency', 'saturation']
  ],
}}
"""
RCL = """\
let tier = {tier};
let ports = {{ http = 80, admin = 8{team:03} }};
{{
  name = "job{number}",
  replicas = tier + 1,
  ports = [for name, port in ports: {{ name = name, port = port }}],
  hosts = [for i in [1, 2, 3]: f"job{number}-{{i}}.team{team}.example.com"],
}}
"""
DATA = (
    '{{"name": "app{number}", "tier": {tier}, "team": "team{team}", "ports": [80, 8{team:03}]}}\n'
)


def fleet(folder: Path, files: int, teams: int = 100) -> int:
    """Write a tree of about ``files`` files; return how many entry points it has."""
    teams = max(1, min(teams, files // 20))
    (folder / "lib").mkdir(parents=True)
    (folder / "confty.toml").write_text("")
    (folder / "common.libsonnet").write_text(COMMON)
    written = 1
    for team in range(teams):
        (folder / "lib" / f"team{team}.libsonnet").write_text(TEAM.format(team=team))
        (folder / "env" / f"team{team}").mkdir(parents=True)
        written += 1
    entries = 0
    while written < files:
        number = written
        values = {
            "team": number % teams,
            "number": number,
            "tier": number % 5,
            "region": number % 7,
        }
        form, suffix = (
            (ENVIRONMENT, "jsonnet")
            if number % 10 < 8
            else (RCL, "rcl")
            if number % 10 == 8
            else (DATA, "json")
        )
        path = folder / "env" / f"team{values['team']}" / f"e{number}.{suffix}"
        path.write_text(form.format(**values))
        entries += suffix != "json"
        written += 1
    return entries
