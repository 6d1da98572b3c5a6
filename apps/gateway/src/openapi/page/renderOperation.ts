import { STATUS_CODES } from 'node:http'
import { problemKind } from '../../http/problems.ts'
import { type JsonSchema, toJsonSchema } from '../componentSchemas.ts'
import type { Access, Answer, Operation, Parameter } from '../Operation.ts'
import { problemsOf, unitsOf } from '../problemsOf.ts'
import { describeFields, describeType, type Field } from './describeFields.ts'
import { type Html, html } from './html.ts'
import { writeCurl } from './writeCurl.ts'

type Components = Readonly<Record<string, JsonSchema>>

const needs: Readonly<Record<Access, string>> = {
  public: 'Needs no project.',
  project: 'Needs a project.',
  stream: 'Needs a project, or a ticket.',
  session: 'Needs a project and a session token.',
  walletSite: 'For the wallet’s own site.',
  proof: 'Needs a proof of possession.',
  wallet: 'Needs a proof of possession and a wallet’s access token.',
  relay: 'Needs a project and the token of a relay client.',
}

/** One operation of the page. */
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
<p class="soft">${needs[access]} ${describeCost(operation)}${operation.isIdempotent ? ' Takes an Idempotency-Key.' : undefined}</p>
${parameters.length === 0 ? undefined : html`<h4>Parameters</h4><dl>${parameters.map((parameter) => renderParameter(parameter, components))}</dl>`}
${body === undefined ? undefined : renderBody(body, components)}
<h4>Answers</h4>
${Object.entries(answers).map(([status, answer]) => renderAnswer(status, answer, components))}
<h4>Problems</h4>
<ul class="codes">${problemsOf(operation).map((code) => html`<li>${problemKind(code).status} <a href="/problems/${code}"><code>${code}</code></a></li>`)}</ul>
<h4>Example</h4>
<pre><code>${writeCurl({ operation, origin })}</code></pre>
</article>
`
}

/** The fields of a body as a list. */
export function renderFields(schema: JsonSchema, components: Components): Html {
  return html`<dl>${describeFields(schema, components).map(renderField)}</dl>`
}

/** Words in backquotes as code. */
export function withCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function describeCost(operation: Operation): string {
  if (operation.path === '/v1' || operation.path === '/v1/') return 'Costs units by method.'
  const units = unitsOf(operation)
  if (units === 0) return 'Costs nothing.'
  return `Costs ${units} ${units === 1 ? 'unit' : 'units'}.`
}

function renderParameter(
  { in: place, name, description, schema, required }: Parameter,
  components: Components,
) {
  const json = toJsonSchema(schema)
  const isRequired = place === 'path' || required === true
  const fallback = json.default === undefined ? '' : `, ${String(json.default)} if left out`
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
