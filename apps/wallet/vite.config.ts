import { pageConfig } from './src/server/pageConfig.ts'

// For `npm run build`; the server itself passes the same to Vite.
export default pageConfig
