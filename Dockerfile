# Platen as an image. The data is in /data; everything else can be read-only.
#   docker build -t platen . && docker run -p 3000:3000 -v platen:/data --tmpfs /tmp platen
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    DATA_DIR=/data \
    LOG_LEVEL=info \
    MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json CHANGELOG.md ./
COPY core ./core
COPY server ./server
COPY adapters ./adapters
COPY migrations ./migrations
COPY widget ./widget
COPY docs ./docs
COPY examples ./examples
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--require", "./server/check-node.cjs"]
CMD ["server/main.ts"]
