import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Bundles servers with what they import, for tests that start them many times: the gateway loads 2,200 files otherwise, which
 * takes two thirds of the CPU time of its start.
 *
 * @param {object} parameters
 * @param {string} parameters.root the project's folder
 * @param {Readonly<Record<string, Readonly<Record<string, string>>>>} parameters.servers per folder of `apps`, its programs: output
 * name → source file
 * @param {string} parameters.folder gets `<server>/<output name>.js`, and what these load
 * @returns {Promise<void>} once they are written
 *
 * @example
 * await bundleServers({ root, servers: { vault: { server: 'src/server.ts' } }, folder: '/tmp/servers' })
 */
export async function bundleServers({ root, servers, folder }) {
  for (const [server, programs] of Object.entries(servers)) {
    const bundle = await rolldown({
      cwd: join(root, 'apps', server),
      input: Object.fromEntries(
        Object.entries(programs).map(([name, file]) => [name, join(root, 'apps', server, file)]),
      ),
      platform: 'node',
      resolve: { conditionNames: ['@portico/source', 'node', 'import', 'module', 'default'] },
      external: loadsFiles,
      plugins: [keepUrls(root)],
      checks: { bundlerTimings: false },
      // Dependencies are as they are.
      logLevel: 'silent',
    })
    await bundle.write({
      dir: join(folder, server),
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    })
    await bundle.close()
  }
}

/** Packages that find threads, native code or optional parts beside their own files, or that few starts need. */
const loadsFiles = /^(bufferutil|ioredis|nodemailer|pg|pino)$/

/** Our files find others, such as the catalogue and threads, from where their source is. */
function keepUrls(root) {
  const own = [join(root, 'apps/'), join(root, 'packages/')]
  return {
    name: 'keep-urls',
    transform(code, id) {
      if (!code.includes('import.meta.url') || !own.some((folder) => id.startsWith(folder))) return
      return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    },
  }
}
