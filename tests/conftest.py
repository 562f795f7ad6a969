import os

from hypothesis import settings

# A slow machine is no fault, so no deadlines. A failure prints the blob that repeats it; in CI the
# examples are the same on every run, at a desk they are new ones.
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.register_profile("dev", deadline=None, print_blob=True)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") == "true" else "dev")
)
