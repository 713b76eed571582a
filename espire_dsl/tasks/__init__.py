"""From families and scenes to tasks: binding, balanced sampling, task records, files in and out.

`espire_dsl.tasks.load(folder)` reads a task set as typed records.
"""

from espire_dsl.tasks.files import TaskSet, load
from espire_dsl.tasks.task import Task

__all__ = ["Task", "TaskSet", "load"]
