"""confty under Pulumi's engine: a language host, a converter, and schemas from provider plugins.

The engine starts these as programs of their own and talks to them over gRPC, in the messages of
the ``pulumi`` package (the extra ``confty[pulumi]``).  ``pulumi-language-confty`` runs PCL
programs for ``pulumi up``; ``pulumi-converter-confty`` serves ``pulumi convert``.
"""
