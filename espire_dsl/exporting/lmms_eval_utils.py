"""What the YAML files beside this one name. From `espirec export lmms-eval`; espire-dsl must be installed."""

from espire_dsl.exporting.in_lmms_eval import (  # noqa: F401
    doc_to_target,
    doc_to_text,
    doc_to_visual,
    localization_results,
    mean,
    questions_results,
)
