import type { Language } from '../Language.ts'
import card from '../locales/ms/card.json' with { type: 'json' }
import money from '../locales/ms/money.json' with { type: 'json' }
import views from '../locales/ms/views.json' with { type: 'json' }

export const ms: Language = { tag: 'ms', dir: 'ltr', messages: { ...card, ...views, ...money } }
