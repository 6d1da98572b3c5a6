import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/gateway/src/app/config/readConfig.ts'
import { createServices } from '../../apps/gateway/src/app/createServices.ts'
import { createDocument } from '../../apps/gateway/src/app/openapi/document/createDocument.ts'
import { groupOperations } from '../../apps/gateway/src/app/openapi/document/groupOperations.ts'
import { problems as gateway } from '../../apps/gateway/src/infra/http/problems.ts'
import { problems as vault } from '../../apps/vault/src/problems/problems.ts'
import { defaultFeatures } from '../../packages/core/src/options.ts'
import { viewCopy } from '../../packages/react/src/viewCopy.ts'
import { createLog } from '../../packages/server/src/index.ts'
import { root } from '../bootstrap.mjs'
import { runCommand } from '../lib/runCommand.mjs'
import { assemblePages } from './assemblePages.mjs'
import { readApi } from './readApi.mjs'
import { readMessages } from './readMessages.mjs'
import { writeApiPages } from './writeApiPages.mjs'
import { writeErrors } from './writeErrors.mjs'
import { writeGatewayApi } from './writeGatewayApi.mjs'
import { writeOperate } from './writeOperate.mjs'
import { writeReference } from './writeReference.mjs'

// Writes the pages of the handbook. Needs Node 24, which runs the sources: `scripts/docs.mjs` starts it.
await runCommand(async () => {
  const api = join(root, '.cache/docs/api')
  rmSync(api, { recursive: true, force: true })
  const modules = await readApi({ root, to: api })
  const groups = await readOperations()
  assemblePages({
    root,
    generated: {
      ...writeReference({ modules, defaultFeatures }),
      ...writeApiPages({ from: api }),
      ...writeErrors({ gateway, vault, messages: readMessages({ files: listSources(), texts: viewCopy }) }),
      ...writeOperate({ root }),
      'reference/gateway.md': writeGatewayApi({ groups }),
    },
    files: { 'openapi.json': JSON.stringify(createDocument(groups)) },
  })
})

/** Returns the sources of all packages, without tests. */
function listSources() {
  const files = execFileSync('git', ['ls-files', 'packages/*/src/*.ts'], { cwd: root, encoding: 'utf8' })
  return files
    .split('\n')
    .filter((file) => file && !/\.test\.|\/testing\//.test(file))
    .map((file) => join(root, file))
}

/** Composes a gateway that listens nowhere, to ask its modules for their operations. */
async function readOperations() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-docs-'))
  const config = readConfig({
    PORTICO_DATA_DIR: folder,
    CATALOGUE_DIR: folder,
    RPC_URLS: '{"eip155:1":["http://127.0.0.1:1"]}',
    LOG_LEVEL: 'silent',
  })
  const services = await createServices({ config, log: createLog({ level: config.logLevel }) })
  try {
    return groupOperations(Object.values(services.modules))
  } finally {
    await services.close()
    rmSync(folder, { recursive: true })
  }
}
