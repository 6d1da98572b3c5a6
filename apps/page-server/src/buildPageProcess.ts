import { extname } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { type PageFile, toPageFile } from './pageFile.ts'

// The program that `buildPage` starts. Its argument is the URL of a module that exports `pageConfig`. It sends the files to
// its parent one by one and exits.

/** A message from the build process to the server. */
export type BuildMessage =
  | { kind: 'file'; path: string; file: PageFile }
  /** The page itself, before the server embeds its settings. */
  | { kind: 'page'; html: string }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

// The server has ended: nothing reads the files any more.
process.once('disconnect', () => process.exit(1))

try {
  const { pageConfig } = (await import(process.argv[2] as string)) as { pageConfig: InlineConfig }
  const built = (await build({
    ...pageConfig,
    configFile: false,
    logLevel: 'warn',
    build: { ...pageConfig.build, write: false },
  })) as Rolldown.RolldownOutput
  for (const output of built.output) {
    const content = output.type === 'chunk' ? output.code : output.source
    const { fileName } = output
    if (fileName === 'index.html') await send({ kind: 'page', html: `${content}` })
    else await send({ kind: 'file', path: `/${fileName}`, file: toPageFile(extname(fileName), content) })
  }
  await send({ kind: 'done' })
} catch (error) {
  await send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
process.exit(0)

function send(message: BuildMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })
}
