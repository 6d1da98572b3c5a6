import { pageConfig } from './src/server/pageConfig.ts'

// For `npm run build`. The server passes the same configuration to Vite.
export default pageConfig
