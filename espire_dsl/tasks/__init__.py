"""From families and scenes to a task set: binding, balanced sampling, task records, files in and out."""
