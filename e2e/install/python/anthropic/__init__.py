"""What the README's program uses of Anthropic's SDK for Python; $COMMANDS says what the model asks for."""

import json, os
from types import SimpleNamespace


class Command(SimpleNamespace):
    def to_dict(self):
        return vars(self)


class Runner:
    def __init__(self, *, model, max_tokens, tools, messages):
        (self.memory,) = tools

    def until_done(self):
        commands = [Command(**each) for each in json.loads(os.environ["COMMANDS"])]
        return SimpleNamespace(content=[getattr(self.memory, each.command)(each) for each in commands])


class Anthropic:
    beta = SimpleNamespace(messages=SimpleNamespace(tool_runner=Runner))
