# Stands for the image caddy:2 where that cannot be had: Debian's Caddy, started in the same way.
FROM debian:bookworm-slim
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends caddy libcap2-bin \
    && setcap cap_net_bind_service=+ep /usr/bin/caddy \
    && apt-get clean
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
EXPOSE 80 443
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
