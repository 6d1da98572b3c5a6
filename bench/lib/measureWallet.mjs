import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds the wallet's site as its server does, and measures it in bytes (gzip): `first` is the frame's scripts and
 * styles, `worker` what an approval adds, `packages` the installed packages in it.
 */
export async function measureWallet() {
  const { pageConfig } = await import('../../apps/wallet/src/server/pageConfig.ts')
  const { output } = await build({
    ...pageConfig,
    configFile: false,
    logLevel: 'error',
    build: { ...pageConfig.build, write: false },
  })
  const files = new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
  const named = [...`${files.get('/index.html')}`.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)]
  const weigh = (paths) =>
    paths.reduce((sum, path) => sum + gzipSync(files.get(path), { level: 9 }).length, 0)
  const worker = [...files.keys()].filter((path) => path.includes('keyWorker'))
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const installed = modules.map((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]).filter(Boolean)
  return {
    first: weigh(named.map(([, path]) => path)),
    worker: weigh(worker),
    packages: [...new Set(installed)],
  }
}
