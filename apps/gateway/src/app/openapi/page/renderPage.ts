import { problem } from '@portico/protocol/gateway'
import { headers } from '../../../infra/http/openapi/headers.ts'
import { type ProblemCode, problemKind, problems } from '../../../infra/http/problems.ts'
import { componentSchemas, toJsonSchema } from '../document/componentSchemas.ts'
import type { OperationGroup } from '../document/groupOperations.ts'
import { type Html, html } from './html.ts'
import { renderFields, renderOperation, withCode } from './renderOperation.ts'
import { style } from './style.ts'

const eventPrefix = 'StreamEvent.'

/**
 * Renders the page of the API documentation. The page contains no script and loads no resources.
 *
 * @param origin origin of the gateway in the example calls.
 */
export function renderPage({
  groups,
  origin,
}: {
  groups: readonly OperationGroup[]
  origin: string
}): string {
  const components = componentSchemas()
  const events = Object.entries(components).filter(([name]) => name.startsWith(eventPrefix))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico gateway: API</title>
<style>${{ html: style }}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<div class="layout">
<header>
<h1>Portico gateway</h1>
<p>JSON-RPC, balances, activity, NFTs, names and sign-in sessions on one server. Machine-readable: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
</header>
<nav aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ul>
<li><a href="#calling">Calling the API</a></li>
${groups.map(renderLinks)}
<li><a href="#events">Stream events</a></li>
<li><a href="#problems">Problems</a></li>
</ul>
</nav>
<main id="operations">
${renderCalling()}
${groups.map(
  ({ title, description, operations }) => html`<section aria-labelledby="${slug(title)}">
<h2 id="${slug(title)}">${title}</h2>
<p>${description}</p>
${operations.map((operation) => renderOperation({ operation, components, origin }))}
</section>
`,
)}
<section aria-labelledby="events">
<h2 id="events">Stream events</h2>
<p>Each event has its name in <code>event:</code>, its position in <code>id:</code> and one of these objects in <code>data:</code>.</p>
${events.map(
  ([name, schema]) => html`<article id="${name}"><h3><code>${name.slice(eventPrefix.length)}</code></h3>
${renderFields(schema, components)}</article>
`,
)}
</section>
<section aria-labelledby="problems">
<h2 id="problems">Problems</h2>
<p>Errors are returned as <code>application/problem+json</code> (RFC 9457). Programs compare <code>code</code>; <code>detail</code> is for developers.</p>
${renderFields(toJsonSchema(problem), components)}
<h3>Codes</h3>
<dl>${Object.keys(problems).map((code) => renderProblem(code as ProblemCode))}</dl>
</section>
</main>
</div>
</body>
</html>
`
  return page.html
}

function renderLinks({ title, operations }: OperationGroup): Html {
  return html`<li><a href="#${slug(title)}">${title}</a>
<ul>${operations.map(({ id, method, path }) => html`<li><a href="#${id}">${method.toUpperCase()} ${path}</a></li>`)}</ul></li>
`
}

function renderCalling(): Html {
  return html`<section aria-labelledby="calling">
<h2 id="calling">Calling the API</h2>
<p>${withCode('Most calls must identify their project: with `?projectId=`, the header `x-project-id`, or, from a server, the project’s secret key as `Authorization: Bearer sk_…`. Browsers may use a project only on its allowed origins.')}</p>
<p>${withCode('Request bodies are parsed as JSON regardless of their content type, except under `/wallet/v1`, which requires `application/json`. Lists are paged: send `next` of a response as `cursor` of the next call. Later versions may add members to objects in responses.')}</p>
<p>Each call takes cost units from the rate limits of its IP address and its project. Response headers:</p>
<dl>${Object.entries(headers).map(([name, description]) => html`<div><dt><code>${name}</code></dt><dd>${withCode(description)}</dd></div>`)}</dl>
</section>
`
}

function renderProblem(code: ProblemCode): Html {
  const { status, title, help } = problemKind(code)
  return html`<div><dt><a href="/problems/${code}"><code>${code}</code></a> <span>${status}</span></dt><dd>${title} ${withCode(help)}</dd></div>`
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}
