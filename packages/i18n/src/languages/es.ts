import type { Language } from '../Language.ts'
import card from '../locales/es/card.json' with { type: 'json' }
import money from '../locales/es/money.json' with { type: 'json' }
import views from '../locales/es/views.json' with { type: 'json' }

export const es: Language = { tag: 'es', dir: 'ltr', messages: { ...card, ...views, ...money } }
