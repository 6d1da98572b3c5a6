import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The public entry points, by the name under which applications import them. */
const entryPoints = {
  '@portico/react': 'packages/react/src/index.ts',
  '@portico/react/calls': 'packages/react/src/calls.ts',
  '@portico/react/pay': 'packages/react/src/pay.ts',
  '@portico/react/ssr': 'packages/react/src/ssr.ts',
  '@portico/react/wallet-button': 'packages/react/src/walletButton.ts',
  '@portico/evm': 'packages/evm/src/index.ts',
  '@portico/solana': 'packages/solana/src/index.ts',
  '@portico/solana/react': 'packages/solana/src/react.ts',
  '@portico/bitcoin': 'packages/bitcoin/src/index.ts',
  '@portico/wagmi': 'packages/wagmi/src/index.ts',
  '@portico/vue': 'packages/vue/src/index.ts',
  '@portico/siwx': 'packages/siwx/src/index.ts',
  '@portico/siwe': 'packages/siwe/src/index.ts',
  '@portico/embedded': 'packages/embedded/src/index.ts',
  '@portico/walletconnect': 'packages/walletconnect/src/index.ts',
  '@portico/testkit': 'packages/testkit/src/index.ts',
  '@portico/testkit/playwright': 'packages/testkit/src/playwright/index.ts',
  '@portico/cli': 'packages/cli/src/index.ts',
}

/**
 * Reads the public declarations and their comments from the sources.
 *
 * TypeDoc needs the TypeScript API of version 5, which is installed beside TypeDoc in `docs/site`.
 *
 * @param {{ root: string, to?: string }} parameters `to`: a folder for TypeDoc's own Markdown
 * @returns {Promise<Record<string, import('typedoc').DeclarationReflection>>} the module of each entry point, by its name
 *
 * @example
 * const modules = await readApi({ root })
 * modules['@portico/react'].getChildByName('createAppKit')
 */
export async function readApi({ root, to }) {
  const site = join(root, 'docs/site')
  const require = createRequire(join(site, 'package.json'))
  const { Application } = await import(pathToFileURL(require.resolve('typedoc')).href)
  const files = Object.values(entryPoints).map((file) => join(root, file))
  const application = await Application.bootstrapWithPlugins({
    basePath: root,
    entryPoints: files,
    tsconfig: join(site, 'tsconfig.api.json'),
    plugin: [require.resolve('typedoc-plugin-markdown')],
    // `npm run types` checks them.
    skipErrorChecking: true,
    excludeExternals: true,
    excludeInternal: true,
    disableSources: true,
    readme: 'none',
    logLevel: 'Error',
    ...(to && markdown(to)),
  })
  const project = await application.convert()
  if (!project) throw new Error('TypeDoc could not read the packages.')
  const modules = {}
  for (const [name, file] of Object.entries(entryPoints)) {
    const path = file.replace(/(\/index)?\.ts$/, '')
    const module = project.children.find((one) => one.name === path)
    if (!module) throw new Error(`TypeDoc found nothing in ${file}.`)
    module.name = name.replace('@portico/', '')
    modules[name] = module
  }
  if (to) await application.generateOutputs(project)
  return modules
}

const markdown = (to) => ({
  outputs: [{ name: 'markdown', path: to }],
  outputFileStrategy: 'modules',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  useCodeBlocks: false,
  expandObjects: false,
})
