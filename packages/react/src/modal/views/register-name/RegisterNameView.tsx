import { registerName } from '@portico/core/data'
import { track } from '@portico/core/internal'
import { isUserRejection } from '@portico/protocol'
import { useEffect, useRef, useState } from 'react'
import { isCopyId, text } from '../../../copy.ts'
import { useNameSuggestions } from '../../../data/useNameSuggestions.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { ConnectedWallet } from '../../parts/ConnectedWallet.tsx'
import { Row } from '../../parts/Row.tsx'
import { Status } from '../../parts/Status.tsx'
import { Text } from '../../parts/Text.tsx'
import { useConnectedWallet } from '../../parts/useConnectedWallet.ts'

/** Delay between the last keystroke and the request for suggestions. */
const debounceMs = 300

type Step =
  | { status: 'choosing' }
  | { status: 'signing'; name: string }
  | { status: 'failed'; name: string; reason: string }

/** Registers a name for the account, chosen from the suggestions of the gateway. */
export function RegisterNameView() {
  const { kit, router } = useScope()
  const { name: wallet } = useConnectedWallet()
  const [typed, setTyped] = useState('')
  const [label, setLabel] = useState('')
  const [step, setStep] = useState<Step>({ status: 'choosing' })
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    track(kit, 'OPEN_ENS_FLOW', {})
    return () => {
      isMounted.current = false
    }
  }, [kit])
  useEffect(() => {
    const timer = setTimeout(() => setLabel(typed.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useNameSuggestions(label)
  const suggestions = label === '' ? [] : (query.data?.suggestions ?? [])
  const isSigning = step.status === 'signing'

  async function choose(name: string): Promise<void> {
    if (isSigning) return
    setStep({ status: 'signing', name })
    try {
      await registerName(kit, { name })
      // Do not navigate if the visitor has left the view in the meantime.
      if (isMounted.current) router.replace({ name: 'register-name-success', registered: name })
    } catch (error) {
      if (!isUserRejection(error)) kit.logger.error('Failed to register the name.', error)
      if (isMounted.current) setStep({ status: 'failed', name, reason: reasonOf(error) })
      void query.refetch()
    }
  }

  const [first] = suggestions
  const isEmpty = label !== '' && query.status === 'success' && suggestions.length === 0
  return (
    <form
      className="body"
      onSubmit={(event) => {
        event.preventDefault()
        if (first && !first.registered && label === typed.trim()) void choose(first.name)
      }}
    >
      <p className="muted">{text('name.help')}</p>
      <ConnectedWallet />
      <label className="field">
        <Icon name="person" size={18} />
        <input
          type="text"
          aria-label={text('name.label')}
          placeholder={text('name.label')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          data-autofocus
          data-testid="wui-ens-input"
          readOnly={isSigning}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setStep({ status: 'choosing' })
          }}
        />
      </label>
      <Status isWaiting={isSigning} className="">
        <p className="muted">
          {isSigning && <Text id="name.signing" values={{ wallet, name: step.name }} />}
          {step.status === 'failed' && (
            <Text
              id={isCopyId(`name.${step.reason}`) ? `name.${step.reason as 'failed'}` : 'name.failed'}
              values={{ wallet, name: step.name }}
            />
          )}
          {step.status === 'choosing' && isEmpty && text('name.none')}
          {step.status === 'choosing' && query.status === 'error' && text('name.unreachable')}
          {step.status === 'choosing' &&
            suggestions.length > 0 &&
            text('name.found', { count: suggestions.filter(({ registered }) => !registered).length })}
        </p>
      </Status>
      {suggestions.map(({ name, registered }) => (
        <Row
          key={name}
          label={name}
          note={text(registered ? 'name.taken' : 'name.free')}
          testId="account-name-suggestion"
          disabled={registered || isSigning}
          end={registered ? null : undefined}
          onClick={() => void choose(name)}
        />
      ))}
    </form>
  )
}

/** Maps an error to the last part of a text's ID. Visitors never see `error.message`. */
function reasonOf(error: unknown): string {
  if (isUserRejection(error)) return 'declined'
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'failed'
}
