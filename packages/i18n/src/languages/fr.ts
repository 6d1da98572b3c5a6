import type { Language } from '../Language.ts'
import card from '../locales/fr/card.json' with { type: 'json' }
import money from '../locales/fr/money.json' with { type: 'json' }
import views from '../locales/fr/views.json' with { type: 'json' }

export const fr: Language = { tag: 'fr', dir: 'ltr', messages: { ...card, ...views, ...money } }
