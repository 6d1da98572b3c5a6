import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildOnce } from './buildOnce.ts'
import type { BuildMessage } from './buildPageProcess.ts'
import { type PageFile, toPageFile } from './pageFile.ts'

/**
 * Builds a page for production and returns its files by path. Nothing is written to disk, so two servers on one machine do
 * not overwrite each other's files.
 *
 * The bundler runs in a child process, which exits afterwards: it needs several hundred megabytes that the server would
 * otherwise keep.
 *
 * @throws {Error} with the bundler's message if the page cannot be built
 *
 * @example
 * const files = await buildPage({
 *   configUrl: new URL('./server/pageConfig.ts', import.meta.url),
 *   embed: (html) => embedJson(html, { id: 'server-addresses', value: addresses }),
 * })
 */
export async function buildPage({
  configUrl,
  embed = (html) => html,
}: {
  /** Module that exports the Vite configuration as `pageConfig`. */
  configUrl: URL
  /** Adds the server's settings to the HTML. */
  embed?: ((html: string) => string) | undefined
}): Promise<Map<string, PageFile>> {
  // Tests start the servers of a page several times in one run.
  const folder = process.env.PORTICO_PAGE_BUILDS
  const build = () => runBuild(configUrl)
  const { files, html } = folder ? await buildOnce({ folder, key: configUrl.href, build }) : await build()
  if (html !== undefined) files.set('/', toPageFile('.html', embed(html)))
  return files
}

/** What is built of a page; `html` is the page itself, before the server embeds its settings. */
type Built = { files: Map<string, PageFile>; html: string | undefined }

async function runBuild(configUrl: URL): Promise<Built> {
  const child = fork(fileURLToPath(new URL('./buildPageProcess.ts', import.meta.url)), [configUrl.href], {
    // Keeps buffers binary; JSON would turn them into arrays of numbers.
    serialization: 'advanced',
  })
  const built: Built = { files: new Map(), html: undefined }
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: BuildMessage) => {
        if (message.kind === 'file') built.files.set(message.path, message.file)
        else if (message.kind === 'page') built.html = message.html
        else if (message.kind === 'failed') reject(new Error(message.message))
        else resolve()
      })
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        reject(
          new Error(`The build process ended before the page was built (${signal ?? `exit code ${code}`}).`),
        ),
      )
    })
  } finally {
    child.kill()
  }
  return built
}
