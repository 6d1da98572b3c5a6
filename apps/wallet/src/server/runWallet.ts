import { runChecks, runPageServer } from '@portico/page-server'
import { checkWallet } from './checkWallet.ts'
import { createSite } from './createSite.ts'
import { readSettings } from './readSettings.ts'
import type { SiteFile } from './serveWallet.ts'

/**
 * Runs the wallet's server, or with the argument `--check` tries what it needs.
 *
 * @param loadFiles returns the files of the pages
 */
export async function runWallet({
  version,
  loadFiles,
}: {
  version: string
  loadFiles: () => Promise<ReadonlyMap<string, SiteFile>>
}): Promise<void> {
  const [argument, ...more] = process.argv.slice(2)
  if (argument === undefined)
    return runPageServer({
      name: 'wallet',
      portVariable: 'WALLET_PORT',
      version,
      readSettings: () => readSettings(process.env),
      createPage: ({ settings, checks }) => createSite({ settings, checks, loadFiles }),
    })
  if (argument !== '--check' || more.length > 0) {
    console.error('The only arguments are `build` and `--check`.')
    process.exitCode = 2
    return
  }
  try {
    const settings = readSettings(process.env)
    const { ok, text } = await runChecks(checkWallet({ settings, loadFiles }))
    console.log(text)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
