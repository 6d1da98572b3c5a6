import { STATUS_CODES } from 'node:http'
import type { Access, Answer, Operation, Parameter } from '../../../infra/http/openapi/Operation.ts'
import { operationCost } from '../../../infra/http/openapi/routeCosts.ts'
import { problemKind } from '../../../infra/http/problems.ts'
import { type JsonSchema, toJsonSchema } from '../document/componentSchemas.ts'
import { problemsOf } from '../document/problemsOf.ts'
import { describeFields, describeType, type Field } from './describeFields.ts'
import { type Html, html } from './html.ts'
import { writeCurl } from './writeCurl.ts'

type Components = Readonly<Record<string, JsonSchema>>

const requirements: Readonly<Record<Access, string>> = {
  public: 'Requires no project.',
  project: 'Requires a project.',
  stream: 'Requires a project or a ticket.',
  session: 'Requires a project and a session token.',
  walletSite: 'Only for the wallet site.',
  proof: 'Requires a proof of possession.',
  wallet: 'Requires a proof of possession and an access token of the embedded wallet.',
  relay: 'Requires a project and the token of a relay client.',
}

/** Renders one operation. */
export function renderOperation({
  operation,
  components,
  origin,
}: {
  operation: Operation
  components: Components
  origin: string
}): Html {
  const { id, method, path, summary, description, access, parameters = [], body, answers } = operation
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a></h3>
<p>${summary}.</p>
${description === undefined ? undefined : html`<p class="soft">${withCode(description)}</p>`}
<p class="soft">${requirements[access]} ${describeCost(operation)}${operation.isIdempotent ? ' Accepts an Idempotency-Key.' : undefined}</p>
${parameters.length === 0 ? undefined : html`<h4>Parameters</h4><dl>${parameters.map((parameter) => renderParameter(parameter, components))}</dl>`}
${body === undefined ? undefined : renderBody(body, components)}
<h4>Responses</h4>
${Object.entries(answers).map(([status, answer]) => renderAnswer(status, answer, components))}
<h4>Problems</h4>
<ul class="codes">${problemsOf(operation).map((code) => html`<li>${problemKind(code).status} <a href="/problems/${code}"><code>${code}</code></a></li>`)}</ul>
<h4>Example</h4>
<pre><code>${writeCurl({ operation, origin })}</code></pre>
</article>
`
}

/** Renders the fields of a schema as a list. */
export function renderFields(schema: JsonSchema, components: Components): Html {
  return html`<dl>${describeFields(schema, components).map(renderField)}</dl>`
}

/** Renders text, with the parts in backquotes as code. */
export function withCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function describeCost(operation: Operation): string {
  if (operation.path === '/v1' || operation.path === '/v1/') return 'The cost depends on the JSON-RPC method.'
  const units = operationCost(operation)
  if (units === 0) return 'Free.'
  return `Costs ${units} ${units === 1 ? 'unit' : 'units'}.`
}

function renderParameter(
  { in: place, name, description, schema, required }: Parameter,
  components: Components,
) {
  const json = toJsonSchema(schema)
  const isRequired = place === 'path' || required === true
  const fallback = json.default === undefined ? '' : `, default ${String(json.default)}`
  return html`<div><dt><code>${name}</code> <span>${place}, ${isRequired ? 'required' : 'optional'}</span></dt><dd>${withCode(description)} <span class="soft">(${describeType(json, components)}${fallback})</span></dd></div>`
}

function renderField({ path, type, isOptional }: Field): Html {
  return html`<div><dt><code>${path}</code>${isOptional ? html` <span>optional</span>` : undefined}</dt><dd>${type}</dd></div>`
}

function renderBody({ schema, description }: NonNullable<Operation['body']>, components: Components): Html {
  return html`<h4>Body</h4>
${description === undefined ? undefined : html`<p class="soft">${withCode(description)}</p>`}
${renderFields(toJsonSchema(schema), components)}`
}

function renderAnswer(
  status: string,
  { description, schema, mediaTypes }: Answer,
  components: Components,
): Html {
  const title = html`<strong>${status} ${STATUS_CODES[status]}</strong> ${withCode(description)}`
  const fields = schema ? describeFields(toJsonSchema(schema), components) : []
  if (fields.length === 0)
    return html`<p>${title}${mediaTypes ? html` <span class="soft">(${mediaTypes.join(', ')})</span>` : undefined}</p>`
  return html`<details><summary>${title}</summary><dl>${fields.map(renderField)}</dl></details>`
}
