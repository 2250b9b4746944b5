FROM python:3.11-slim-bookworm AS build
RUN python -m venv /venv
COPY requirements.lock /build/
RUN /venv/bin/python -m pip install --disable-pip-version-check -qq --require-hashes -r /build/requirements.lock
RUN mkdir /data

FROM python:3.11-slim-bookworm
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATABASE=/data/slowplay.sqlite
WORKDIR /app
COPY --from=build /venv /venv
# A volume takes over owner and mode of the folder it covers.
COPY --from=build --chown=10001:10001 /data /data
COPY LICENSE ./
COPY games games/
COPY render render/
COPY bot bot/
COPY cogs cogs/
RUN python -m compileall -q games render bot cogs
USER 10001:10001
VOLUME /data
# A bot that died ends the container; this tells of a database or a disk that it can no longer use.
HEALTHCHECK --interval=5m --timeout=30s --start-period=1m CMD ["python", "-m", "bot", "check"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
