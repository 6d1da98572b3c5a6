import type { Answer } from '../../http/Answer.ts'
import { contentSecurityPolicy } from '../../http/contentSecurityPolicy.ts'
import { escapeHtml } from './escapeHtml.ts'

/**
 * Returns a page of the identity server.
 *
 * @param content HTML, already escaped
 * @param formTarget URL that forms may be sent to or redirected to, beside this server
 */
export function htmlPage({
  title,
  content,
  status = 200,
  script,
  formTarget,
}: {
  title: string
  content: string
  status?: number | undefined
  script?: string | undefined
  formTarget?: string | undefined
}): Answer {
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/identity.css" />
    ${script ? `<script type="module" src="${script}"></script>` : ''}
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(formTarget),
    },
    body,
  }
}
