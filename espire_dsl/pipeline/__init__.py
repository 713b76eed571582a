"""The whole job: scenes staged, bound, sampled in balance, verified, pictured, and written as a task set.

Work is split into jobs that are pure functions of their content (`job`). An engine has them done, in
processes of this machine or anywhere else (`engine`); a store keeps their results under keys of that content
(`store`), so that an interrupted run goes on where it stopped, and a changed family costs its own bindings
and no more.
"""
