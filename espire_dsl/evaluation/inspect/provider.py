"""Scripted models as a provider of Inspect AI: `--model espire/oracle`."""

from __future__ import annotations

from typing import Any

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage
from inspect_ai.tool import ToolChoice, ToolInfo

from espire_dsl.evaluation.inspect.asking import BEING_ASKED
from espire_dsl.evaluation.scripted import PREFIX, scripted


class ScriptedModel(ModelAPI):
    """Answers by the query that one of our loops is asking; a question from elsewhere has no truth to go
    by."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - as the class above declares it
        **arguments: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._ask = scripted(PREFIX + model_name, arguments)

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: ARG002 - scripted models do not read
        tools: list[ToolInfo],  # noqa: ARG002
        tool_choice: ToolChoice,  # noqa: ARG002
        config: GenerateConfig,  # noqa: ARG002
    ) -> ModelOutput:
        query = BEING_ASKED.get()
        if query is None:
            raise RuntimeError(f"{PREFIX}{self.model_name} answers the tasks of espire_dsl, and nothing else")
        reply = await self._ask(query)
        output = ModelOutput.from_content(f"{PREFIX}{self.model_name}", reply.text)
        asked, said = reply.input_tokens or 0, reply.output_tokens or 0
        output.usage = ModelUsage(input_tokens=asked, output_tokens=said, total_tokens=asked + said)
        return output
