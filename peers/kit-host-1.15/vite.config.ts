import { defineConfig } from 'vite'

/** The older kit's own React, viem and wagmi, whatever else this repository holds. */
export default defineConfig({
  resolve: { dedupe: ['react', 'react-dom', 'viem', 'wagmi', '@wagmi/core', '@wagmi/connectors'] },
  build: { target: 'es2022', chunkSizeWarningLimit: 8000, modulePreload: { polyfill: false } },
})
