/** Icons of the console, on a grid of 20, in the colour of the text beside them; never without that text. */

const PATHS = {
  home: 'M3 9.2 10 3.5l7 5.7M5 8v8.5h10V8M8.3 16.5v-4.8h3.4v4.8',
  orders: 'M5.5 3.5h9v13l-2.2-1.4L10 16.5l-2.3-1.4-2.2 1.4zM8 7.5h4M8 10.7h4',
  batches: 'M7 3.5h9.5V13M3.5 7H13v9.5H3.5zM6 10.2h4.5M6 13.2h3',
  templates: 'M4.5 3.5h7.6l3.4 3.4v9.6h-11zM12 3.5V7h3.5M7.3 10.5h5.4M7.3 13.3h3',
  library: 'M3.5 4.5h13v11h-13zM3.5 13l3.7-3.6 2.9 2.8 2.2-2.1 4.2 3.8M12.9 7.9h.1',
  storefronts:
    'M4.5 9.5v7h11v-7M3.3 7.3 4.7 3.5h10.6l1.4 3.8a2.2 2.2 0 0 1-4.4.4 2.3 2.3 0 0 1-4.6 0 2.2 2.2 0 0 1-4.4-.4zM8.3 16.5v-4h3.4v4',
  developers: 'M7 6 3 10l4 4M13 6l4 4-4 4M11.2 4.5l-2.4 11',
  team: 'M7.5 9.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM2.7 16.2c.3-3 2.2-4.4 4.8-4.4s4.5 1.4 4.8 4.4M12.8 4.3a2.7 2.7 0 0 1 0 5M14.6 12.1c1.6.6 2.5 2 2.7 4.1',
  shop: 'M10 2.8 12 5l3-.2.2 3L17.2 10l-2 2.2-.2 3-3-.2-2 2.2L8 15l-3 .2-.2-3L2.8 10l2-2.2.2-3 3 .2zM7.6 10.1l1.7 1.7 3.2-3.4',
  more: 'M5 9.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6zM10 9.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6zM15 9.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6z',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l3.8 3.8',
  plus: 'M10 4v12M4 10h12',
  grid: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  list: 'M3.5 5h13M3.5 10h13M3.5 15h13',
  up: 'M10 16V4.5M5.5 9 10 4.5 14.5 9',
  down: 'M10 4v11.5M5.5 11 10 15.5l4.5-4.5',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'M4.5 10.5l3.7 3.7 7.3-8',
  alert: 'M10 3.2 17.5 16.3h-15zM10 8.2v3.6M10 14h.1',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, small = false }: { readonly name: IconName; readonly small?: boolean }) {
  return (
    <svg class={small ? 'icon small-icon' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
