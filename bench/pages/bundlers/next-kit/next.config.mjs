import { join } from 'node:path'

// The packages are installed one folder above.
const root = join(import.meta.dirname, '..')

export default { turbopack: { root }, outputFileTracingRoot: root }
