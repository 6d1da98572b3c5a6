import type { Language } from '../Language.ts'
import card from '../locales/pt-BR/card.json' with { type: 'json' }
import money from '../locales/pt-BR/money.json' with { type: 'json' }
import views from '../locales/pt-BR/views.json' with { type: 'json' }

export const ptBR: Language = { tag: 'pt-BR', dir: 'ltr', messages: { ...card, ...views, ...money } }
