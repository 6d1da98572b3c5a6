import { join } from 'node:path'
import { installFixture } from '../../../scripts/lib/consume/installFixture.mjs'
import { runIn } from '../../../scripts/lib/consume/runIn.mjs'
import { packPackages } from '../../../scripts/lib/packPackages.mjs'

/**
 * Installs the packed packages outside the repository and builds each page there with Vite's default settings.
 *
 * @param {object} parameters
 * @param {string} parameters.root the repository, whose packages are built
 * @param {string} parameters.to an empty folder
 * @param {readonly string[]} parameters.names folders in `bench/pages/default`
 * @param {AbortSignal} parameters.signal
 * @returns {Promise<Record<string, string>>} folders of the built pages by name
 */
export async function buildPages({ root, to, names, signal }) {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' }
  const packed = await packPackages({ root, to: join(to, 'packages'), env })
  const folder = join(to, 'pages')
  const from = join(import.meta.dirname, '../../pages/default')
  await installFixture({
    fixture: { name: 'pages' },
    from: [from],
    folder,
    packed,
    env: { ...env, NODE_ENV: '' },
    signal,
  })
  for (const name of names)
    await runIn({ folder, command: 'npx', args: ['vite', 'build', name, '--logLevel', 'warn'], env, signal })
  return Object.fromEntries(names.map((name) => [name, join(folder, name, 'dist')]))
}
