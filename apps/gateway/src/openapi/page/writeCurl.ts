import type { Access, Operation } from '../Operation.ts'

const credentials: Readonly<Record<Access, { query?: string; header?: string }>> = {
  public: {},
  project: { query: 'projectId=local' },
  stream: { query: 'projectId=local' },
  session: { query: 'projectId=local', header: 'authorization: Bearer <session token>' },
  relay: { query: 'projectId=local', header: 'authorization: Bearer <client token>' },
}

/** A call with curl, ready to be pasted into a shell. */
export function writeCurl({ operation, origin }: { operation: Operation; origin: string }): string {
  const { method, access, parameters = [], body } = operation
  const shown = parameters.filter(
    ({ in: place, required, isShown }) => place === 'path' || required || isShown,
  )
  let { path } = operation
  for (const { in: place, name, example = '' } of shown)
    if (place === 'path') path = path.replace(`{${name}}`, encode(example))
  const { query, header } = credentials[access]
  const asked = shown.filter(({ in: place }) => place === 'query')
  const said = [
    ...asked.map(({ name, example = '' }) => `${name}=${encode(example)}`),
    ...(query === undefined || asked.some(({ name }) => name === 'projectId') ? [] : [query]),
  ]
  const headers = [
    ...shown.flatMap(({ in: place, name, example = '' }) =>
      place === 'header' ? [`${name}: ${example}`] : [],
    ),
    ...(header === undefined ? [] : [header]),
  ]
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quote(`${origin}${path}${said.length > 0 ? `?${said.join('&')}` : ''}`)}`,
    ...headers.map((one) => `-H ${quote(one)}`),
    ...(body ? [`-d ${quote(JSON.stringify(body.example))}`] : []),
  ].join(' \\\n  ')
}

/** As far as it has to be: colons and commas may stand in paths and queries, and are easier to read. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
