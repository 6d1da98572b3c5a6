import { createInterface } from 'node:readline/promises'
import { CreateError } from './CreateError.ts'
import type { Template } from './templates.ts'

/** What the visitor has answered, or the command line has said. */
export type Answers = {
  folder: string
  template: string
  gatewayUrl?: string | undefined
}

/**
 * Asks for what the command line has not said.
 *
 * @throws {CreateError} if the input ends
 */
export async function ask({
  given,
  templates,
  input,
  output,
}: {
  given: Partial<Answers>
  templates: readonly Template[]
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}): Promise<Answers> {
  const lines = createInterface({ input, output })
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new CreateError('Cancelled: nothing was written.')))
  })
  // The question that waits rejects; without one, nobody else would hear of it.
  ended.catch(() => undefined)
  const question = (text: string) => Promise.race([lines.question(text), ended])
  try {
    const folder = given.folder ?? ((await question('Folder (my-app): ')).trim() || 'my-app')
    const template = given.template ?? (await chooseTemplate())
    const gatewayUrl =
      given.gatewayUrl ?? ((await question('Address of your gateway (none yet): ')).trim() || undefined)
    return { folder, template, gatewayUrl }
  } finally {
    lines.close()
  }

  async function chooseTemplate(): Promise<string> {
    output.write('\n')
    for (const [index, { name, title }] of templates.entries())
      output.write(`  ${index + 1}  ${title} (${name})\n`)
    for (;;) {
      const answer = (await question('Template (1): ')).trim() || '1'
      const chosen = templates.find(({ name }, index) => answer === name || answer === `${index + 1}`)
      if (chosen) return chosen.name
      output.write(`Type a number from 1 to ${templates.length}.\n`)
    }
  }
}
