import { escapeTags } from './escapeTags.mjs'

const access = {
  public: 'Nobody needs to be known.',
  project: 'Needs a project ID, in `projectId` or `x-project-id`, or a secret key.',
  stream: 'Needs a project, or a stream ticket.',
  session: 'Needs a project and a session token.',
  walletSite: 'For the wallet site only.',
  proof: 'Needs a proof of possession (DPoP). For the wallet site.',
  wallet: 'Needs a wallet token and its proof. For the wallet site.',
  relay: 'Needs a project and a relay token.',
}

/**
 * Writes the page of the gateway's API from its operations. The whole description, with schemas, is `/openapi.json`.
 *
 * @param {{ groups: readonly { title: string, description: string, operations: readonly object[] }[] }} parameters
 * @returns {string}
 *
 * @example
 * writeGatewayApi({ groups: groupOperations(modules) })
 */
export function writeGatewayApi({ groups }) {
  return [
    '# Gateway API',
    'What a gateway answers. The whole description with all schemas is <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1); a running gateway serves it at `/openapi.json`, and a page with examples at `/docs`. Errors are `application/problem+json` with a [code](/errors/).',
    '```sh\ncurl "https://gateway.example.org/v1/supported-chains?projectId=my-app"\n```',
    ...groups.map(
      ({ title, description, operations }) =>
        `## ${title}\n\n${escapeTags(description)}\n\n${operations.map(writeOperation).join('\n\n')}`,
    ),
  ].join('\n\n')
}

function writeOperation({
  method,
  path,
  summary,
  description,
  access: who,
  parameters = [],
  problems,
  cost,
}) {
  const rows = parameters.map(
    ({ name, in: where, description: text, required }) =>
      `| \`${name}\` | ${where}${required || where === 'path' ? ', required' : ''} | ${escapeTags(text.replaceAll('|', '\\|'))} |`,
  )
  return [
    `### ${escapeTags(summary).replace(/\.$/, '')}`,
    `\`${method.toUpperCase()} ${path}\``,
    escapeTags(description ?? ''),
    access[who] + (cost ? ` Costs ${cost} units.` : ''),
    rows.length > 0 ? `| Parameter | Where | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}` : '',
    problems.length > 0
      ? `Problems: ${problems.map((code) => `[\`${code}\`](/errors/${code})`).join(', ')}.`
      : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}
