import { text } from '../copy.ts'

const steps = ['link', 'code'] as const

/** Shows how far the login on a new device is: opening the mailed link, then entering the mailed code. */
export function LoginSteps({ current }: { current: (typeof steps)[number] }) {
  return (
    <ol className="steps" aria-label={text('email.steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          data-reached={index <= steps.indexOf(current) || undefined}
        >
          {text(`email.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
