import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rolldown } from 'rolldown'

/**
 * Serves one HTML page with one script on a free port, under a Content Security Policy that allows only this script and
 * images in data URIs.
 *
 * @param script path of the page's TypeScript; bundled with what it imports.
 */
export async function servePage({
  html,
  script,
}: {
  html: string
  script: string
}): Promise<{ url: string; stop(): void }> {
  const bundle = await rolldown({
    checks: { bundlerTimings: false },
    input: script,
    resolve: { conditionNames: ['@portico/source', 'import', 'module', 'default'] },
    platform: 'browser',
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  const code = output[0].code
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'; img-src data:")
    response.end(isScript ? code : `<!doctype html><html lang="en"><title>Test</title>${html}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() }
}
