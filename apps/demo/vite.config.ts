import { pageConfig } from './src/server/pageConfig.ts'

// Used by `npm run build`. The server passes the same configuration to Vite itself.
export default pageConfig
