/** What every operation takes and answers. Written by `npm run api-types` from the table of operations. */

export interface Operations {
  listTemplates: {
    query: {
      status?: 'draft' | 'paused' | 'live' | 'archived'
      /**
       * Default 100.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: Template[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  uploadTemplate: {
    upload: true
    body: {
      title?: string
      profile?: 'sheetfed' | 'packaging' | 'flexo' | 'digital' | 'large_format'
      /**
       * Borders and backgrounds that the form draws around its fields: `remove` takes them out with the form and counts them in a finding, `keep` prints them as part of the artwork. Where nothing is said, a template keeps what it has; a new one removes them.
       */
      form_borders?: 'remove' | 'keep'
      /**
       * A name of your choice, by which /template_uploads/{id} tells how far the upload has come.
       */
      upload_id?: string
    }
    reply: {
      template: Template
      scene: SceneSummary
      deduplicated?: true
      restored?: true
      refreshed?: true
    }
  }
  retrieveTemplate: {
    query: {
      /**
       * Of a published template; published by default.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template: Template
      scene: SceneSummary
      revision: number
    }
  }
  changeTemplate: {
    body: {
      title?: string
      slug?: string
      metadata?: {
        [k: string]: string
      }
      profile?: 'sheetfed' | 'packaging' | 'flexo' | 'digital' | 'large_format'
      hosted?: {
        description?: string | null
        ask_name?: 'no' | 'optional' | 'required'
        ask_email?: 'no' | 'optional' | 'required'
        noindex?: boolean
        accent_color?: string | null
      }
    }
    reply: {
      template: Template
    }
  }
  listTemplateFields: {
    query: {
      /**
       * Of a published template; published by default.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template_id: string
      scene_revision: number
      data: Field[]
      has_more: boolean
    }
  }
  publishTemplate: {
    reply: {
      template: Template
      revision: number
    }
  }
  retrieveScene: {
    query: {
      /**
       * Of a published template; published by default.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template_id: string
      revision: number
      scene: Scene
      /**
       * The spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  saveScene: {
    body: SavedSceneDraft
    reply: {
      template: Template
      revision: number
      scene: Scene
      /**
       * The spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  pauseTemplate: {
    reply: {
      template: Template
    }
  }
  archiveTemplate: {
    reply: {
      template: Template
    }
  }
  restoreTemplate: {
    reply: {
      template: Template
    }
  }
  replaceArtwork: {
    upload: true
    body: {
      /**
       * Borders and backgrounds that the form draws around its fields: `remove` takes them out with the form and counts them in a finding, `keep` prints them as part of the artwork. Where nothing is said, a template keeps what it has; a new one removes them.
       */
      form_borders?: 'remove' | 'keep'
      /**
       * A name of your choice, by which /template_uploads/{id} tells how far the upload has come.
       */
      upload_id?: string
    }
    reply: {
      template: Template
      scene: SceneSummary
      revision: number
      /**
       * Fields that the newer PDF has no place for; the earlier revision has them.
       */
      left_out: {
        id: string
        label: string
      }[]
      /**
       * Fields that were read from the newer PDF.
       */
      added: {
        id: string
        label: string
      }[]
      deduplicated?: true
    }
  }
  retrieveArtwork: {
    query: {
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
      /**
       * Of a published template; published by default.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template_id: string
      revision: number
      page: number
      runs: ArtworkRun[]
      /**
       * Paths and pictures, the largest first.
       */
      objects: {
        kind: 'path' | 'image'
        /**
         * @minItems 4
         * @maxItems 4
         */
        box: [number, number, number, number]
      }[]
      /**
       * There is more on the page than is told here.
       */
      truncated: boolean
    }
  }
  pictureTemplatePage: {
    query: {
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
      /**
       * In px; 880 by default.
       */
      w?: number
      /**
       * published (the default), latest, or the number of a revision.
       */
      revision?: string
    }
    file: true
  }
  retrieveTemplateUpload: {
    reply: {
      upload: TemplateUpload
    }
  }
  makeArtworkFields: {
    body: {
      /**
       * The revision that this was made of; 409 scene_changed where it is not the newest any more.
       */
      base_revision?: number
      fields: ArtworkPick[]
    }
    reply: {
      template: Template
      revision: number
      scene: Scene
      /**
       * The spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
      field_ids: string[]
    }
  }
  listTemplateRevisions: {
    query: {
      /**
       * Default 20.
       */
      limit?: number
      /**
       * Number of the last revision of the page before.
       */
      starting_after?: number
    }
    reply: {
      data: TemplateRevision[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveTemplateRevision: {
    reply: {
      template_id: string
      revision: number
      /**
       * Fills that begin now use this revision.
       */
      live: boolean
      latest: boolean
      created_at: string
      /**
       * Who made it, as the audit log names them.
       */
      actor: string | null
      /**
       * Of a user or a key that has a name.
       */
      actor_name: string | null
      cause:
        | (
            | 'uploaded'
            | 'read_again'
            | 'saved'
            | 'text_picked'
            | 'artwork_replaced'
            | 'font_arrived'
            | 'restored'
          )
        | null
      restored_revision: number | null
      changes: {
        /**
         * The labels of the first 20 of them.
         */
        added: string[]
        /**
         * The labels of the first 20 of them.
         */
        removed: string[]
        /**
         * The labels of the first 20 of them.
         */
        changed: string[]
        counts: {
          added: number
          removed: number
          changed: number
        }
        inks: boolean
        papers: boolean
        text_output: boolean
      } | null
      scene: Scene
      /**
       * The spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  restoreTemplateRevision: {
    body: {
      /**
       * The revision that this was made of; 409 scene_changed where it is not the newest any more.
       */
      base_revision?: number
    }
    reply: {
      template: Template
      revision: number
      scene: Scene
      /**
       * The spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  pictureTemplateDifference: {
    query: {
      /**
       * What only this revision prints is orange; the one before the other by default.
       */
      from?: number
      /**
       * What only this revision prints is blue, and what stayed is pale; the newest one by default.
       */
      to?: number
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
      /**
       * In px; 880 by default.
       */
      w?: number
    }
    file: true
  }
  listAssets: {
    query: {
      tag?: string
      /**
       * Archived ones alone.
       */
      archived?: 'true'
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: Asset[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  uploadAsset: {
    upload: true
    body: {
      name?: string
      label?: string
      /**
       * By which image fields choose their part of the catalogue.
       */
      tags?: string[]
      metadata?: {
        [k: string]: string
      }
    }
    reply:
      | {
          asset: Asset
          deduplicated?: true
          restored?: true
        }
      | {
          asset: Asset
        }
  }
  retrieveAsset: {
    reply: {
      asset: Asset
    }
  }
  changeAsset: {
    body: {
      name?: string
      label?: string
      /**
       * By which image fields choose their part of the catalogue.
       */
      tags?: string[]
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      asset: Asset
    }
  }
  archiveAsset: {
    reply: {
      asset: Asset
    }
  }
  listFonts: {
    query: {
      source?: 'team' | 'bundled'
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: Font[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  uploadFont: {
    upload: true
    body: {
      metadata?: {
        [k: string]: string
      }
    }
    reply:
      | {
          font: Font
          /**
           * Templates whose fields had asked for this font, with the new revision that is set in it. A live template goes on with its published revision until it is published again.
           */
          rebound: {
            template_id: string
            revision: number
          }[]
          deduplicated?: true
          restored?: true
        }
      | {
          font: Font
          /**
           * Templates whose fields had asked for this font, with the new revision that is set in it. A live template goes on with its published revision until it is published again.
           */
          rebound: {
            template_id: string
            revision: number
          }[]
        }
  }
  retrieveFont: {
    reply: {
      font: Font
    }
  }
  changeFont: {
    body: {
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      font: Font
    }
  }
  archiveFont: {
    reply: {
      font: Font
    }
  }
  listSelectionSets: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: SelectionSet[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createSelectionSet: {
    body: {
      name: string
      /**
       * In the order in which they are shown. Fills that chose one which is left out go on printing it.
       */
      options: {
        /**
         * What fills keep of the choice.
         */
        value: string
        /**
         * What is printed; a value keeps it for good.
         */
        label: string
        /**
         * Shown, and not to be chosen now.
         */
        disabled?: boolean
        asset_id?: string | null
      }[]
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      selection_set: SelectionSet
    }
  }
  retrieveSelectionSet: {
    reply: {
      selection_set: SelectionSet
    }
  }
  changeSelectionSet: {
    body: {
      name?: string
      /**
       * In the order in which they are shown. Fills that chose one which is left out go on printing it.
       */
      options?: {
        /**
         * What fills keep of the choice.
         */
        value: string
        /**
         * What is printed; a value keeps it for good.
         */
        label: string
        /**
         * Shown, and not to be chosen now.
         */
        disabled?: boolean
        asset_id?: string | null
      }[]
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      selection_set: SelectionSet
    }
  }
  archiveSelectionSet: {
    reply: {
      selection_set: SelectionSet
    }
  }
  listRenders: {
    query: {
      external_order_id?: string
      external_cart_id?: string
      kind?: 'final' | 'proof' | 'preview'
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: Render[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createRender: {
    body: {
      template_id: string
      scene_revision?: number
      /**
       * Final by default; a proof is watermarked and not counted.
       */
      kind?: 'final' | 'proof'
      values?: {
        [k: string]: string
      }
      colors?: {
        index: number
        key: string
        name: string
        hex: string
      }[]
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      }
      external_order_id?: string
      external_cart_id?: string
      customer_email?: string
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      render: Render
    }
  }
  retrieveRender: {
    reply: {
      render: Render
    }
  }
  retrieveRenderValues: {
    reply: {
      render_id: string
      /**
       * What it printed, by field id, complete; empty once it was erased.
       */
      values: {
        /**
         * This interface was referenced by `undefined`'s JSON-Schema definition
         * via the `patternProperty` "^(.*)$".
         */
        [k: string]: string
      }
    }
  }
  downloadRender: {
    query: {
      filename?: string
      inline?: '1'
    }
    file: true
  }
  retryRender: {
    body: {
      values?: {
        [k: string]: string
      }
    }
    reply: {
      render: Render
      idempotent_replay?: true
    }
  }
  retrieveExport: {
    query: {
      /**
       * Up to 100, separated by commas.
       */
      fill_ids?: string
      /**
       * Up to 100, separated by commas.
       */
      render_ids?: string
    }
    reply: {
      export: Export
    }
  }
  reportTemplate: {
    query: {
      /**
       * Of a published template; published by default.
       */
      revision?: 'published' | 'latest'
      /**
       * Draws the plates first, where they were not yet: too much ink, missing and unexpected plates.
       */
      plates?: 'measure'
    }
    reply: {
      report: PreflightReport
    }
  }
  pictureTemplateReport: {
    query: {
      /**
       * Of a published template; published by default.
       */
      revision?: 'published' | 'latest'
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
    }
    file: true
  }
  reportRender: {
    query: {
      /**
       * Draws the plates first, where they were not yet: too much ink, missing and unexpected plates.
       */
      plates?: 'measure'
    }
    reply: {
      report: PreflightReport
    }
  }
  pictureRenderReport: {
    query: {
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
    }
    file: true
  }
  createPreview: {
    body: {
      template_id: string
      /**
       * published (the default), latest, or the number of a revision.
       */
      revision?: ('published' | 'latest') | number
      /**
       * A scene that is not saved, drawn on the newest revision in place of its own.
       */
      scene?: {
        version: 1
        pages: ScenePage[]
        inks: SceneInk[]
        /**
         * The papers that a shopper may choose from; the first one unless another is chosen.
         */
        papers?: {
          key: string
          name: string
          hex: string
        }[]
        text_output: 'live' | 'outlines'
        fields: SceneFieldDraft[]
      }
      values?: {
        [k: string]: string
      }
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
      colors?: {
        index: number
        key: string
        name: string
        hex: string
      }[]
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      }
      /**
       * 192 by default.
       */
      dpi?: number
    }
    file: true
  }
  createPressPreview: {
    body: {
      template_id: string
      /**
       * published (the default), latest, or the number of a revision.
       */
      revision?: ('published' | 'latest') | number
      /**
       * A scene that is not saved, drawn on the newest revision in place of its own.
       */
      scene?: {
        version: 1
        pages: ScenePage[]
        inks: SceneInk[]
        /**
         * The papers that a shopper may choose from; the first one unless another is chosen.
         */
        papers?: {
          key: string
          name: string
          hex: string
        }[]
        text_output: 'live' | 'outlines'
        fields: SceneFieldDraft[]
      }
      values?: {
        [k: string]: string
      }
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
      colors?: {
        index: number
        key: string
        name: string
        hex: string
      }[]
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      }
      /**
       * 192 by default.
       */
      dpi?: number
      /**
       * Plates by name, process plates too: these alone are drawn. All of the page without it.
       */
      plates?: string[]
      /**
       * In the inks' screen colours on the paper (the default), or as dark as the ink is thick.
       */
      plate_color?: 'ink' | 'gray'
    }
    file: true
  }
  measurePlates: {
    body: {
      template_id: string
      /**
       * published (the default), latest, or the number of a revision.
       */
      revision?: ('published' | 'latest') | number
      /**
       * A scene that is not saved, drawn on the newest revision in place of its own.
       */
      scene?: {
        version: 1
        pages: ScenePage[]
        inks: SceneInk[]
        /**
         * The papers that a shopper may choose from; the first one unless another is chosen.
         */
        papers?: {
          key: string
          name: string
          hex: string
        }[]
        text_output: 'live' | 'outlines'
        fields: SceneFieldDraft[]
      }
      values?: {
        [k: string]: string
      }
      /**
       * From 0, the front; 0 by default.
       */
      page?: number
      colors?: {
        index: number
        key: string
        name: string
        hex: string
      }[]
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      }
    }
    reply: {
      page: number
      dpi: number
      plates: PrintedPlate[]
      /**
       * The most ink of the process plates over 15 mm by 15 mm: 400 is four solid plates.
       */
      tac_process_pct: number
      /**
       * Of all plates that are inks.
       */
      tac_all_pct: number
    }
  }
  listFills: {
    query: {
      template_id?: string
      status?: 'open' | 'finalized' | 'expired'
      source?: 'hosted' | 'embed' | 'api'
      external_order_id?: string
      external_cart_id?: string
      customer_email?: string
      since?: string
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: Fill[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createFill: {
    body: {
      template_id?: string
      values?: {
        [k: string]: string
      }
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
          }[]
        | null
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
      external_order_id?: string | null
      external_cart_id?: string | null
      external_product_id?: string | null
      external_variant_id?: string | null
      customer_email?: string | null
      customer_name?: string | null
      quantity?: number
      line_ref?: string | null
      due_at?: string | null
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      fill: Fill
    }
  }
  retrieveFill: {
    reply: {
      fill: Fill
      last_render: Render | null
    }
  }
  changeFill: {
    body: {
      values?: {
        [k: string]: string
      }
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
          }[]
        | null
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
      external_order_id?: string | null
      external_cart_id?: string | null
      external_product_id?: string | null
      external_variant_id?: string | null
      customer_email?: string | null
      customer_name?: string | null
      quantity?: number
      line_ref?: string | null
      due_at?: string | null
      metadata?: {
        [k: string]: string
      }
      status?: 'open' | 'finalized' | 'expired' | 'canceled' | 'refunded'
      reason?: 'refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual'
    }
    reply: {
      fill: Fill
    }
  }
  finalizeFill: {
    body: {
      values?: {
        [k: string]: string
      }
      customer_email?: string
      customer_name?: string
      external_order_id?: string
      quantity?: number
      line_ref?: string
      due_at?: string
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      fill: Fill
      render: Render
      idempotent_replay?: true
      warning?: string
    }
  }
  patchFillStatus: {
    body: {
      status: 'open' | 'finalized' | 'expired' | 'canceled' | 'refunded'
      reason?: 'refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual'
      external_order_id?: string
    }
    reply: {
      fill: Fill
    }
  }
  setFillStatus: {
    body: {
      status: 'open' | 'finalized' | 'expired' | 'canceled' | 'refunded'
      reason?: 'refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual'
      external_order_id?: string
    }
    reply: {
      fill: Fill
    }
  }
  eraseFill: {
    reply: {
      fill: Fill
    }
  }
  eraseCustomer: {
    query: {
      customer_email: string
    }
    reply: {
      erased_fills: number
      /**
       * Made without a fill.
       */
      erased_renders: number
      /**
       * Opened without a fill.
       */
      erased_sessions: number
      erased_batch_items: number
    }
  }
  listBatches: {
    query: {
      kind?: 'renders' | 'previews' | 'preview_refresh'
      status?: 'queued' | 'processing' | 'completed' | 'canceled'
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: Batch[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createBatch: {
    body: {
      kind: 'renders' | 'previews'
      /**
       * A render for each record, or one PDF of all of them; renders by default.
       */
      result?: 'renders' | 'merged'
      template_id?: string
      scene_revision?: number
      items: {
        template_id?: string
        values?: {
          [k: string]: string
        }
        colors?: {
          index: number
          key: string
          name: string
          hex: string
        }[]
        assignments?: {
          [k: string]: number
        }
        substrate?: {
          key: string
          name: string
          hex: string
        }
        external_ref?: string
        external_order_id?: string
        external_cart_id?: string
        customer_email?: string
        metadata?: {
          [k: string]: string
        }
      }[]
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      batch: Batch
    }
  }
  createBatchFromCsv: {
    upload: true
    body: {
      template_id: string
      scene_revision?: number
      kind?: 'renders' | 'previews'
      /**
       * A render for each record, or one PDF of all of them; renders by default.
       */
      result?: 'renders' | 'merged'
      columns?: {
        [k: string]: string | null
      }
      /**
       * utf-8 by default.
       */
      encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
      colors?: {
        index: number
        key: string
        name: string
        hex: string
      }[]
      assignments?: {
        [k: string]: number
      }
    }
    reply: {
      batch: Batch
    }
  }
  checkBatchCsv: {
    upload: true
    body: {
      template_id: string
      scene_revision?: number
      columns?: {
        [k: string]: string | null
      }
      /**
       * utf-8 by default.
       */
      encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
      colors?: {
        index: number
        key: string
        name: string
        hex: string
      }[]
      assignments?: {
        [k: string]: number
      }
    }
    reply: {
      check: CsvCheck
    }
  }
  retrieveBatch: {
    reply: {
      batch: BatchWithItems
    }
  }
  listBatchItems: {
    query: {
      status?: 'pending' | 'succeeded' | 'failed' | 'skipped'
      /**
       * Default 100.
       */
      limit?: number
      /**
       * Index of the last item of the page before.
       */
      starting_after?: number
    }
    reply: {
      data: BatchItem[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  cancelBatch: {
    reply: {
      batch: Batch
    }
  }
  downloadBatch: {
    query: {
      filename?: string
      inline?: '1'
    }
    file: true
  }
  listProductMappings: {
    query: {
      external_product_id?: string
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: ProductMapping[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createProductMapping: {
    body: {
      external_product_id: string
      external_variant_id?: string | null
      template_id: string
      embed_application_id?: string | null
      options?: {
        default_values?: {
          [k: string]: string
        }
        locked_field_ids?: string[]
        colors?:
          | {
              index: number
              key: string
              name: string
              hex: string
            }[]
          | null
      }
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      product_mapping: ProductMapping
    }
  }
  retrieveProductMapping: {
    reply: {
      product_mapping: ProductMapping
    }
  }
  changeProductMapping: {
    body: {
      template_id?: string
      embed_application_id?: string | null
      options?: {
        default_values?: {
          [k: string]: string
        }
        locked_field_ids?: string[]
        colors?:
          | {
              index: number
              key: string
              name: string
              hex: string
            }[]
          | null
      }
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      product_mapping: ProductMapping
    }
  }
  archiveProductMapping: {
    reply: {
      ok: true
    }
  }
  resolveProductMapping: {
    body: {
      external_product_id: string
      external_variant_id?: string | null
      publishable_key?: string
      parent_origin?: string
    }
    reply: ResolvedProduct
  }
  listEmbedApplications: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: EmbedApplication[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createEmbedApplication: {
    body: {
      name: string
      allowed_origins: string[]
      allow_no_origin?: boolean
      create_publishable_key?: boolean
      session_ttl_seconds?: number
      accent_color?: string | null
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      embed_application: EmbedApplication
      /**
       * Shown now and never again.
       */
      publishable_key?: string
    }
  }
  retrieveEmbedApplication: {
    reply: {
      embed_application: EmbedApplication
    }
  }
  changeEmbedApplication: {
    body: {
      name?: string
      allowed_origins?: string[]
      allow_no_origin?: boolean
      session_ttl_seconds?: number
      accent_color?: string | null
      metadata?: {
        [k: string]: string
      }
      rotate_publishable_key?: boolean
    }
    reply: {
      embed_application: EmbedApplication
      /**
       * Shown now and never again.
       */
      publishable_key?: string
    }
  }
  archiveEmbedApplication: {
    reply: {
      ok: true
    }
  }
  listEmbedSessions: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: EmbedSession[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createEmbedSession: {
    body: {
      template_id?: string
      external_product_id?: string
      external_variant_id?: string | null
      fill_id?: string
      embed_application_id?: string
      origin?: string
      external_cart_id?: string
      customer_email?: string
      customer_name?: string
      values?: {
        [k: string]: string
      }
      /**
       * Seconds; the application's session_ttl_seconds by default.
       */
      expires_in?: number
      metadata?: {
        [k: string]: string
      }
    }
    reply: OpenedEmbedSession
  }
  createGuestSession: {
    body: {
      external_product_id: string
      external_variant_id?: string | null
      external_cart_id?: string
      publishable_key?: string
      /**
       * The page around the widget's frame, from there alone.
       */
      parent_origin?: string
      /**
       * From an earlier complete: goes on with its fill.
       */
      resume_token?: string
      /**
       * With resume_token: where its fill is ordered or over, a new one begins with what it holds.
       */
      copy?: boolean
      /**
       * Accepted and not used.
       */
      locale?: string
    }
    reply: OpenedEmbedSession
  }
  createHostedSession: {
    body: {
      slug: string
      resume_token?: string
      /**
       * With resume_token: where its fill is ordered or over, a new one begins with what it holds.
       */
      copy?: boolean
    }
    reply: OpenedEmbedSession
  }
  retrieveEmbedSession: {
    reply: {
      embed_session: EmbedSession
    }
  }
  changeEmbedSession: {
    body: {
      status: 'canceled' | 'expired'
    }
    reply: {
      embed_session: EmbedSession
    }
  }
  cancelEmbedSession: {
    reply: {
      embed_session: EmbedSession
    }
  }
  saveEmbedFill: {
    body: {
      embed_session: string
      values?: {
        [k: string]: string
      }
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
          }[]
        | null
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
    }
    reply: {
      fill: Fill
      embed_session: EmbedSessionState
      template: FilledTemplate
      options: ProductMappingOptions
    }
  }
  changeEmbedFill: {
    body: {
      values?: {
        [k: string]: string
      }
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
          }[]
        | null
      assignments?: {
        [k: string]: number
      }
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
    }
    reply: {
      fill: Fill
      embed_session: EmbedSessionState
    }
  }
  previewEmbedFill: {
    query: {
      /**
       * Kept for compatibility; the header keeps it out of logs.
       */
      client_secret?: string
      page?: string
      w?: string
      dpr?: string
      format?: string
    }
    file: true
  }
  completeEmbedFill: {
    body: {
      /**
       * From a hosted page that asks for it.
       */
      customer_name?: string
      customer_email?: string
    }
    reply: {
      fill: Fill
      embed_session: EmbedSessionState
      /**
       * For the widget's frame alone: a guest session takes the fill up again.
       */
      resume_token?: string
    }
  }
  listWebhookEndpoints: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: WebhookEndpoint[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createWebhookEndpoint: {
    body: {
      /**
       * A public https address; port 443, 80 or 1024 and above.
       */
      url: string
      /**
       * Event types, or * alone for all but fill.updated.
       */
      enabled_events?: string[]
      description?: string
      /**
       * full: data.object is the record. thin: its id, kind and path alone.
       */
      payload_style?: 'full' | 'thin'
      /**
       * Send customers' names and e-mail addresses too.
       */
      include_pii?: boolean
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      webhook_endpoint: WebhookEndpoint
      signing_secret: string
    }
  }
  retrieveWebhookEndpoint: {
    reply: {
      webhook_endpoint: WebhookEndpoint
    }
  }
  changeWebhookEndpoint: {
    body: {
      /**
       * A public https address; port 443, 80 or 1024 and above.
       */
      url?: string
      /**
       * Event types, or * alone for all but fill.updated.
       */
      enabled_events?: string[]
      description?: string
      /**
       * full: data.object is the record. thin: its id, kind and path alone.
       */
      payload_style?: 'full' | 'thin'
      /**
       * Send customers' names and e-mail addresses too.
       */
      include_pii?: boolean
      status?: 'enabled' | 'disabled'
      metadata?: {
        [k: string]: string
      }
      /**
       * The reply carries the new secret.
       */
      rotate_secret?: boolean
      /**
       * For how long the old secret signs too; 86400 by default.
       */
      rotate_overlap_seconds?: number
      /**
       * Rotate although an overlap lasts.
       */
      force?: boolean
    }
    reply: {
      webhook_endpoint: WebhookEndpoint
      signing_secret: string | null
    }
  }
  deleteWebhookEndpoint: {
    reply: {
      webhook_endpoint: WebhookEndpoint
    }
  }
  listWebhookDeliveries: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: WebhookDelivery[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveWebhookDelivery: {
    reply: {
      delivery: WebhookDelivery
    }
  }
  retryWebhookDelivery: {
    reply: {
      delivery: WebhookDelivery
    }
  }
  testWebhookEndpoint: {
    reply: {
      event: Event
      delivery: WebhookDelivery
    }
  }
  listHotFolders: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: HotFolder[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createHotFolder: {
    body: {
      name: string
      /**
       * Below the folder of the setting HOT_FOLDERS; it has to be there before the first delivery.
       */
      folder: string
      template_id?: string | null
      /**
       * Ends in .pdf; may hold {order}, {line}, {quantity}, {template}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
      /**
       * Print files whose preflight says fail wait until their delivery is retried. True by default.
       */
      hold_on_fail?: boolean
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      hot_folder: HotFolder
    }
  }
  retrieveHotFolder: {
    reply: {
      hot_folder: HotFolder
    }
  }
  changeHotFolder: {
    body: {
      name?: string
      /**
       * Below the folder of the setting HOT_FOLDERS; it has to be there before the first delivery.
       */
      folder?: string
      /**
       * Ends in .pdf; may hold {order}, {line}, {quantity}, {template}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
      /**
       * Print files whose preflight says fail wait until their delivery is retried. True by default.
       */
      hold_on_fail?: boolean
      status?: 'enabled' | 'disabled'
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      hot_folder: HotFolder
    }
  }
  deleteHotFolder: {
    reply: {
      hot_folder: HotFolder
    }
  }
  listHotFolderDeliveries: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
      render_id?: string
      outcome?: 'pending' | 'held' | 'failed' | 'succeeded' | 'exhausted' | 'skipped'
    }
    reply: {
      data: HotFolderDelivery[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveHotFolderDelivery: {
    reply: {
      delivery: HotFolderDelivery
    }
  }
  retryHotFolderDelivery: {
    reply: {
      delivery: HotFolderDelivery
    }
  }
  testHotFolder: {
    reply: {
      writable: boolean
      error_code:
        | (
            | 'folder_missing'
            | 'not_a_folder'
            | 'no_permission'
            | 'read_only'
            | 'disk_full'
            | 'folder_unreachable'
            | 'name_refused'
            | 'print_file_unreadable'
            | 'folder_failed'
          )
        | null
      error_message: string | null
    }
  }
  listStorefrontOrders: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
      /**
       * Orders with a line in this state.
       */
      state?: 'attached' | 'finalizing' | 'finalized' | 'fulfilled' | 'withdrawn' | 'failed' | 'held'
      external_order_id?: string
      adapter?: string
      shop?: string
    }
    reply: {
      data: StorefrontOrder[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveStorefrontOrder: {
    reply: {
      storefront_order: StorefrontOrder
    }
  }
  retryStorefrontLine: {
    reply: {
      storefront_order: StorefrontOrder
    }
  }
  releaseStorefrontLine: {
    reply: {
      storefront_order: StorefrontOrder
    }
  }
  listStorefrontHooks: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
      state?: 'pending' | 'done' | 'failed'
      adapter?: string
      shop?: string
    }
    reply: {
      data: StorefrontHook[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retryStorefrontHook: {
    reply: {
      storefront_hook: StorefrontHook
    }
  }
  listEvents: {
    query: {
      type?:
        | 'render.succeeded'
        | 'render.queued'
        | 'render.failed'
        | 'render.canceled'
        | 'batch.completed'
        | 'fill.created'
        | 'fill.updated'
        | 'fill.completed'
        | 'fill.finalized'
        | 'fill.expired'
        | 'template.published'
        | 'template.archived'
        | 'embed_session.completed'
        | 'embed_session.expired'
        | 'webhook_endpoint.disabled'
        | 'hot_folder_delivery.held'
        | 'hot_folder_delivery.exhausted'
        | 'ping'
      object_id?: string
      since?: string
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: Event[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveEvent: {
    reply: {
      event: Event
    }
  }
  listApiKeys: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: ApiKey[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createApiKey: {
    body: {
      type: 'secret' | 'restricted'
      name?: string
      /**
       * What a restricted key may do: templates:read, templates:write, renders:read, renders:write, previews:write, fills:read, fills:write, product_mappings:read, product_mappings:write, embed_applications:read, embed_applications:write, embed_sessions:read, embed_sessions:write, webhook_endpoints:read, webhook_endpoints:write, hot_folders:read, hot_folders:write, storefront:read, storefront:write, batches:read, batches:write, assets:read, assets:write, fonts:read, fonts:write, selection_sets:read, selection_sets:write, usage:read.
       */
      scopes?: string[]
      /**
       * Seconds that the key lives; without it, until it is revoked.
       */
      expires_in?: number
    }
    reply: {
      api_key: ApiKey
      /**
       * The key itself. It is shown now and never again.
       */
      key: string
    }
  }
  retrieveApiKey: {
    reply: {
      api_key: ApiKey
    }
  }
  revokeApiKey: {
    query: {
      force?: boolean
    }
    reply: {
      api_key: ApiKey
    }
  }
  rotateApiKey: {
    body: {
      /**
       * How long the old key still works; a day (86400) by default.
       */
      overlap_seconds?: number
    }
    reply: {
      api_key: ApiKey
      /**
       * The key itself. It is shown now and never again.
       */
      key: string
      replaced: ApiKey
    }
  }
  retrieveUsage: {
    reply: Usage
  }
  listAuditEvents: {
    query: {
      action?:
        | 'key.created'
        | 'key.rotated'
        | 'key.revoked'
        | 'template.published'
        | 'template.paused'
        | 'template.archived'
        | 'template.restored'
        | 'template.changed'
        | 'template.artwork_replaced'
        | 'scene.saved'
        | 'render.retried'
        | 'application.created'
        | 'application.changed'
        | 'application.archived'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.changed'
        | 'webhook_endpoint.disabled'
        | 'asset.created'
        | 'asset.changed'
        | 'asset.archived'
        | 'asset.restored'
        | 'font.created'
        | 'font.changed'
        | 'font.archived'
        | 'font.restored'
        | 'selection_set.created'
        | 'selection_set.changed'
        | 'selection_set.archived'
        | 'hot_folder.created'
        | 'hot_folder.changed'
        | 'hot_folder.disabled'
        | 'hot_folder_delivery.released'
        | 'storefront_line.retried'
        | 'storefront_line.released'
        | 'storefront_hook.retried'
        | 'fill.finalized'
        | 'fill.status'
        | 'fill.erased'
        | 'retention.erased'
        | 'team.changed'
        | 'user.invited'
        | 'user.linked'
        | 'user.joined'
        | 'user.changed'
        | 'user.signed_in'
        | 'user.signed_out'
      object_id?: string
      actor?: string
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: AuditEvent[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  signInToConsole: {
    body: {
      email: string
      passphrase: string
    }
    reply: ConsoleSession
  }
  signOutEverywhere: {
    reply: {
      object: 'console_session'
      ended_sessions: number
    }
  }
  retrieveConsoleSession: {
    reply: ConsoleSession
  }
  changeConsoleSession: {
    body: {
      name?: string
      language?: ('en' | 'de') | null
      passphrase?: string
      current_passphrase?: string
    }
    reply: ConsoleSession
  }
  signOutOfConsole: {
    reply: {
      object: 'console_session'
      ended_sessions: number
    }
  }
  checkConsoleLink: {
    body: {
      token: string
    }
    reply: {
      object: 'console_link'
      purpose: 'first' | 'invitation' | 'passphrase'
      team_name: string
      role: 'owner' | 'editor' | 'viewer'
      email: string | null
      name: string | null
    }
  }
  joinConsole: {
    body: {
      token: string
      name?: string
      email?: string
      passphrase: string
    }
    reply: ConsoleSession
  }
  listUsers: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      starting_after?: string
    }
    reply: {
      data: User[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  inviteUser: {
    body: {
      email: string
      role: 'owner' | 'editor' | 'viewer'
      name?: string
    }
    reply: {
      user: User
      /**
       * Opens once, within 24 hours. It is shown now and never again.
       */
      link: string
    }
  }
  retrieveUser: {
    reply: {
      user: User
    }
  }
  changeUser: {
    body: {
      role?: 'owner' | 'editor' | 'viewer'
      disabled?: boolean
    }
    reply: {
      user: User
    }
  }
  linkUser: {
    reply: {
      user: User
      /**
       * Opens once, within 24 hours. It is shown now and never again.
       */
      link: string
    }
  }
  readSignedRender: {
    query: {
      v?: string
      exp?: string
      d?: string
      kid?: string
      sig?: string
    }
    file: true
  }
  readSignedBatch: {
    query: {
      v?: string
      exp?: string
      d?: string
      kid?: string
      sig?: string
    }
    file: true
  }
  readSignedExport: {
    query: {
      r?: string
      v?: string
      exp?: string
      d?: string
      kid?: string
      sig?: string
    }
    file: true
  }
  readSignedPreview: {
    query: {
      rev?: string
      w?: string
      sig?: string
    }
    file: true
  }
  readSignedAsset: {
    query: {
      v?: string
      exp?: string
      d?: string
      kid?: string
      sig?: string
    }
    file: true
  }
  readSignedThumbnail: {
    query: {
      v?: string
      exp?: string
      d?: string
      kid?: string
      sig?: string
    }
    file: true
  }
  describeInterface: {
    reply: {
      /**
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^(.*)$".
       */
      [k: string]: unknown
    }
  }
  describeInterfaceAsYaml: {
    file: true
  }
}
export interface Template {
  id: string
  object: 'template'
  title: string
  slug: string
  status: 'draft' | 'paused' | 'live' | 'archived'
  page_count: number
  /**
   * Of the first page as it is seen.
   */
  page_width_pt: number
  page_height_pt: number
  pages: TemplatePage[]
  latest_revision: number
  live_revision: number | null
  field_count: number
  source_sha256: string
  size_bytes: number
  profile: 'sheetfed' | 'packaging' | 'flexo' | 'digital' | 'large_format'
  /**
   * What became of the borders and backgrounds that its form draws around fields.
   */
  form_borders: 'remove' | 'keep'
  preflight_status: 'pass' | 'warn' | 'fail' | 'pending'
  findings: Finding[]
  hosted: HostedSettings
  hosted_url: string | null
  preview_url: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  published_at: string | null
  archived_at: string | null
}
export interface TemplatePage {
  index: number
  width_pt: number
  height_pt: number
  /**
   * The bleed box is larger than the trim box.
   */
  bleed: boolean
}
export interface Finding {
  code: string
  severity: 'info' | 'warn' | 'fail'
  message: string
  page: number | null
  bbox: [number, number, number, number] | null
  /**
   * How many objects of the page are meant.
   */
  count: number
  /**
   * Where the first few of several stand.
   */
  boxes: [number, number, number, number][]
  field_id: string | null
  ink: string | null
  found: (string | number) | null
  expected: (string | number) | null
  ref: string | null
}
export interface HostedSettings {
  description: string | null
  ask_name: 'no' | 'optional' | 'required'
  ask_email: 'no' | 'optional' | 'required'
  /**
   * Search engines are asked to leave the page out.
   */
  noindex: boolean
  accent_color: string | null
}
export interface SceneSummary {
  revision: number
  page_count: number
  /**
   * Places on the pages in which fields are printed.
   */
  element_count: number
  field_count: number
  inks: SceneSummaryInk[]
  pages: SceneSummaryPage[]
  /**
   * What a shopper may choose from.
   */
  papers: {
    key: string
    name: string
    hex: string
  }[]
  created_at: string
}
export interface SceneSummaryInk {
  index: number
  key: string
  name: string
  hex: string
  /**
   * Cutting, varnish, white and the like: no ink for text.
   */
  technical: boolean
  /**
   * What a shopper may choose in its place.
   */
  offers: {
    key: string
    name: string
    hex: string
  }[]
}
/**
 * As it is seen.
 */
export interface SceneSummaryPage {
  index: number
  width_pt: number
  height_pt: number
}
export interface Field {
  id: string
  label: string
  type: 'text' | 'selection' | 'image'
  default_value: string
  max_length: number | null
  required: boolean
  /**
   * Shoppers may not change its value; the shop's own server may.
   */
  locked: boolean
  selection_set_id: string | null
  /**
   * Of a selection its options as they are now; of an image field the newest 500 pictures of its catalogue, whose ids are its values; null for text.
   */
  options: FieldOption[] | CatalogueEntry[] | null
  /**
   * Its text may take several lines.
   */
  multiline: boolean
  /**
   * The scene's ink that it prints in by itself.
   */
  ink: number
  /**
   * A shopper may choose its ink, by an assignment.
   */
  ink_choice: boolean
  places: FieldPlace[]
}
export interface FieldOption {
  value: string
  label: string
  /**
   * Shown, and not to be chosen now.
   */
  disabled?: true
  /**
   * The picture that it is shown with.
   */
  asset_id?: string
  /**
   * The thumbnail of that picture, for an hour.
   */
  image_url?: string
}
export interface CatalogueEntry {
  /**
   * The field's value.
   */
  id: string
  label: string
  /**
   * The picture for screens, at most 2560 px on its longer side; for an hour.
   */
  url: string
  /**
   * At most 320 px on its longer side; for an hour.
   */
  thumbnail_url: string
  /**
   * In px, as it is printed.
   */
  width: number
  /**
   * In px, as it is printed.
   */
  height: number
  /**
   * What url and thumbnail_url give.
   */
  content_type: 'image/webp'
}
/**
 * Where the field stands, in fractions of the page as it is seen, from its upper left corner.
 */
export interface FieldPlace {
  page: number
  left: number
  top: number
  width: number
  height: number
}
export interface Scene {
  version: 1
  pages: ScenePage[]
  inks: SceneInk[]
  /**
   * The papers that a shopper may choose from; the first one unless another is chosen.
   */
  papers?: {
    key: string
    name: string
    hex: string
  }[]
  text_output: 'live' | 'outlines'
  fields: SceneField[]
}
export interface ScenePage {
  index: number
  /**
   * Left, bottom, right, top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  media_box: [number, number, number, number]
  /**
   * Left, bottom, right, top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  crop_box: [number, number, number, number]
  /**
   * Left, bottom, right, top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  bleed_box: [number, number, number, number]
  /**
   * Left, bottom, right, top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  trim_box: [number, number, number, number]
  trim_stated: boolean
  rotate: 0 | 90 | 180 | 270
  user_unit: number
  width_pt: number
  height_pt: number
}
export interface SceneInk {
  index: number
  key: string
  name: string
  hex: string
  technical: boolean
  binding?: string[] | null
  /**
   * The inks that a shopper may choose in its place, beside itself.
   */
  offers?: {
    key: string
    name: string
    hex: string
  }[]
}
export interface SceneField {
  id: string
  label: string
  source_name: string
  type: 'text' | 'selection' | 'image'
  default_value: string
  required: boolean
  max_length: number | null
  options:
    | {
        value: string
        label: string
      }[]
    | null
  selection_set_id?: string | null
  asset_tag?: string | null
  /**
   * Of image fields: pictures with colours print in the ink of the field too.
   */
  one_color?: boolean
  group?: string | null
  /**
   * Shoppers see the field's value and may not change it; the shop's own server may.
   */
  locked?: boolean
  ink: string | null
  /**
   * A shopper may choose which ink of the palette the field prints in.
   */
  ink_choice?: boolean
  tint: number
  overprint: boolean
  slot: 'below' | 'in_place' | 'above'
  placements: Placement[]
}
export interface Placement {
  page: number
  /**
   * Left, bottom, right, top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  box: [number, number, number, number]
  turn: 0 | 90 | 180 | 270
  inset_pt: number
  style: TextStyle
  option: string | null
  mark: ('check' | 'cross' | 'circle' | 'diamond' | 'square' | 'star') | null
  baseline_pt?: number | null
  frame?: {
    /**
     * Leads from the content, its lower left corner at the origin, to default user space.
     *
     * @minItems 6
     * @maxItems 6
     */
    matrix: [number, number, number, number, number, number]
    width_pt: number
    height_pt: number
  } | null
  line?: {
    parts: {
      text: string | null
      source: string | null
      font: {
        requested: string
        key: string
        substitute: boolean
      } | null
      scale: number
      ink: string | null
    }[]
    keep_when_empty: boolean
    stretch_em?: number | null
  } | null
  in_place?: number | null
  picture?: {
    fit: 'fit' | 'fill'
    anchor:
      | 'top_left'
      | 'top'
      | 'top_right'
      | 'left'
      | 'center'
      | 'right'
      | 'bottom_left'
      | 'bottom'
      | 'bottom_right'
  } | null
  appearance?: {
    number: number
    one_color: boolean
  } | null
}
export interface TextStyle {
  font: {
    requested: string
    key: string
    substitute: boolean
  }
  size_pt: number
  auto_size: boolean
  min_size_pt: number
  leading: number
  tracking: number
  min_tracking: number
  align: 'left' | 'center' | 'right'
  vertical_align: 'top' | 'middle' | 'bottom'
  wrap: boolean
  max_lines: number | null
  comb: number | null
  features: string[]
  /**
   * The fonts that may set characters which the font lacks, in this order; none without it.
   */
  fallbacks?: {
    requested: string
    key: string
    substitute: boolean
  }[]
}
export interface ArtworkSeparation {
  name: string
  hex: string
  bindable: boolean
  reason: string | null
}
export interface SavedSceneDraft {
  version: 1
  pages: ScenePage[]
  inks: SceneInk[]
  /**
   * The papers that a shopper may choose from; the first one unless another is chosen.
   */
  papers?: {
    key: string
    name: string
    hex: string
  }[]
  text_output: 'live' | 'outlines'
  fields: SceneFieldDraft[]
  /**
   * The revision that this was made of; 409 scene_changed where it is not the newest any more.
   */
  base_revision?: number
}
export interface SceneFieldDraft {
  id?: string | null
  label: string
  source_name: string
  type: 'text' | 'selection' | 'image'
  default_value: string
  required: boolean
  max_length: number | null
  options:
    | {
        value: string
        label: string
      }[]
    | null
  selection_set_id?: string | null
  asset_tag?: string | null
  /**
   * Of image fields: pictures with colours print in the ink of the field too.
   */
  one_color?: boolean
  group?: string | null
  /**
   * Shoppers see the field's value and may not change it; the shop's own server may.
   */
  locked?: boolean
  ink: string | null
  /**
   * A shopper may choose which ink of the palette the field prints in.
   */
  ink_choice?: boolean
  tint: number
  overprint: boolean
  slot: 'below' | 'in_place' | 'above'
  placements: Placement[]
}
export interface ArtworkRun {
  id: string
  text: string
  /**
   * Round its letters, from the lower left counterclockwise as one reads.
   *
   * @minItems 4
   * @maxItems 4
   */
  quad: [[number, number], [number, number], [number, number], [number, number]]
  /**
   * @minItems 2
   * @maxItems 2
   */
  baseline: [[number, number], [number, number]]
  font: {
    requested: string
    key: string
    substitute: boolean
  }
  /**
   * In units of the page, as the sizes of a scene are.
   */
  size_pt: number
  ink: string | null
  tint: number
  /**
   * A colour that is no ink by itself: a field prints in its assigned ink instead.
   */
  process_color: string | null
  overprint: boolean
  /**
   * As what stands around it suggests.
   */
  align: 'left' | 'center' | 'right'
  pickable: boolean
  /**
   * Why it cannot become a field.
   */
  reason: string | null
}
export interface TemplateUpload {
  id: string
  object: 'template_upload'
  status: 'running' | 'succeeded' | 'failed'
  /**
   * The last one that it came to.
   */
  step: 'waiting' | 'opening' | 'reading' | 'checking' | 'writing' | 'saving'
  template_id: string | null
  error: {
    code: string
    message: string
  } | null
}
export interface ArtworkPick {
  /**
   * Ids of runs of one page; several are the lines of one field.
   */
  runs: string[]
  label?: string
  start?: number
  /**
   * With start: only these UTF-16 offsets of the one run are the value; the rest stays round it as fixed words.
   */
  end?: number
}
export interface TemplateRevision {
  revision: number
  /**
   * Fills that begin now use this revision.
   */
  live: boolean
  latest: boolean
  created_at: string
  /**
   * Who made it, as the audit log names them.
   */
  actor: string | null
  /**
   * Of a user or a key that has a name.
   */
  actor_name: string | null
  cause:
    | ('uploaded' | 'read_again' | 'saved' | 'text_picked' | 'artwork_replaced' | 'font_arrived' | 'restored')
    | null
  restored_revision: number | null
  changes: {
    /**
     * The labels of the first 20 of them.
     */
    added: string[]
    /**
     * The labels of the first 20 of them.
     */
    removed: string[]
    /**
     * The labels of the first 20 of them.
     */
    changed: string[]
    counts: {
      added: number
      removed: number
      changed: number
    }
    inks: boolean
    papers: boolean
    text_output: boolean
  } | null
}
export interface Asset {
  id: string
  object: 'asset'
  /**
   * For the shop.
   */
  name: string
  /**
   * For shoppers.
   */
  label: string
  tags: string[]
  /**
   * The picture for screens, at most 2560 px on its longer side; for an hour.
   */
  url: string
  /**
   * At most 320 px on its longer side; for an hour.
   */
  thumbnail_url: string
  /**
   * In px, as it is printed.
   */
  width: number
  /**
   * In px, as it is printed.
   */
  height: number
  /**
   * What url and thumbnail_url give.
   */
  content_type: 'image/webp'
  /**
   * What is printed: one_bit is black and white alone, gray has no colour.
   */
  color_kind: 'one_bit' | 'gray' | 'rgb' | 'cmyk'
  /**
   * Parts of it are transparent.
   */
  alpha: boolean
  /**
   * Of the picture as a print file carries it.
   */
  size_bytes: number
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface Font {
  id: string
  object: 'font'
  /**
   * bundled: comes with the service, to be read only.
   */
  source: 'team' | 'bundled'
  /**
   * By which the texts of a scene name it.
   */
  key: string
  post_script_name: string
  family: string
  full_name: string | null
  bold: boolean
  italic: boolean
  format: ('ttf' | 'otf') | null
  variable: boolean | null
  glyph_count: number | null
  size_bytes: number | null
  embedding: ('installable' | 'editable' | 'print') | null
  subsetting: boolean | null
  copyright: string | null
  trademark: string | null
  license: string | null
  license_url: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string | null
  updated_at: string | null
  archived_at: string | null
}
export interface SelectionSet {
  id: string
  object: 'selection_set'
  name: string
  options: {
    value: string
    label: string
    disabled: boolean
    asset_id: string | null
  }[]
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface Render {
  id: string
  render_id: string
  generation_id: string
  object: 'render'
  template_id: string
  template_title: string
  project_name: string
  scene_revision: number
  fill_id: string | null
  customer_email: string | null
  external_order_id: string | null
  external_cart_id: string | null
  /**
   * Of a final render in a list: whether its order stands.
   */
  order_status?: 'active' | 'canceled'
  kind: 'final' | 'proof' | 'preview'
  status: 'queued' | 'succeeded' | 'failed' | 'canceled'
  signed_url: string | null
  preflight_status: 'pass' | 'warn' | 'fail' | 'pending'
  /**
   * JSON text.
   */
  preflight_notes: string
  page_count: number
  size_bytes: number
  content_sha256: string | null
  attempt_count: number
  error_code: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  completed_at: string | null
}
export interface Export {
  object: 'export'
  jobs: number
  /**
   * Of the print files together.
   */
  pdf_bytes: number
  download_url: string | null
  expires_at: string
  /**
   * What was asked for and has no print file.
   */
  skipped: {
    id: string
    reason: 'not_found' | 'not_finalized' | 'not_ready' | 'erased'
  }[]
}
export interface PreflightReport {
  object: 'preflight_report'
  title: string
  /**
   * The way of printing that it was judged for, as a printer says it.
   */
  profile: string
  preflight_status: 'pass' | 'warn' | 'fail' | 'pending'
  counts: {
    fail: number
    warn: number
    info: number
  }
  entries: {
    /**
     * As on the picture of the page.
     */
    number: number
    severity: 'info' | 'warn' | 'fail'
    code: string
    title: string
    message: string
    page: number | null
    bbox: [number, number, number, number] | null
    place_mm: {
      left: number
      top: number
      width: number
      height: number
    } | null
    /**
     * Where its objects stand: all that are known, each on the page.
     *
     * Items: In fractions of the page as it is seen, from its upper left corner.
     */
    marks: {
      page: number
      left: number
      top: number
      width: number
      height: number
    }[]
    count: number
    field_id: string | null
    ink: string | null
    found: (string | number) | null
    expected: (string | number) | null
    ref: string | null
    /**
     * Of a render: true for what its template was told.
     */
    inherited: boolean
  }[]
  ink: {
    dpi: number
    pages: {
      page: number
      plates: {
        name: string
        coverage_pct: number
        max_pct: number
      }[]
      tac_process_pct: number
      tac_all_pct: number
    }[]
  } | null
  /**
   * The same for people, in lines of at most 78 characters.
   */
  text: string
}
export interface PrintedPlate {
  name: string
  kind: 'process' | 'spot' | 'technical'
  screen_color: string
  /**
   * Of the trim, on average.
   */
  coverage_pct: number
  /**
   * Of the pixel with the most.
   */
  max_pct: number
}
export interface Fill {
  id: string
  object: 'fill'
  template_id: string
  template_title: string
  template_slug: string
  scene_revision: number
  status: 'open' | 'finalized' | 'expired'
  status_reason: ('refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual') | null
  source: 'hosted' | 'embed' | 'api'
  values: {
    [k: string]: string
  }
  colors:
    | {
        index: number
        key: string
        name: string
        hex: string
      }[]
    | null
  assignments: {
    [k: string]: number
  }
  substrate: {
    key: string
    name: string
    hex: string
  } | null
  external_order_id: string | null
  external_cart_id: string | null
  external_product_id: string | null
  external_variant_id: string | null
  line_ref: string | null
  quantity: number
  due_at: string | null
  customer_email: string | null
  customer_name: string | null
  embed_session_id: string | null
  last_render_id: string | null
  preview_url: string | null
  metadata: {
    [k: string]: string
  }
  expires_at: string | null
  created_at: string
  updated_at: string
  finalized_at: string | null
  expired_at: string | null
  erased_at: string | null
  /**
   * The values can be set: finalizing would print them.
   */
  printable: boolean
  problems: FillProblem[]
}
export interface FillProblem {
  code: 'text_does_not_fit' | 'glyph_missing' | 'required_value_missing' | 'asset_not_found'
  message: string
  field_id: string
  page: number | null
  found: string | number
  expected: string | number
}
export interface Batch {
  id: string
  object: 'batch'
  kind: 'renders' | 'previews' | 'preview_refresh'
  result: 'renders' | 'merged'
  status: 'queued' | 'processing' | 'completed' | 'canceled'
  template_id: string | null
  scene_revision: number | null
  total: number
  succeeded: number
  failed: number
  skipped: number
  metadata: {
    [k: string]: string
  }
  result_url: string | null
  size_bytes: number | null
  created_at: string
  started_at: string | null
  completed_at: string | null
  canceled_at: string | null
}
export interface CsvCheck {
  /**
   * What was asked for, or what the file seems to be in: say it again to make the batch.
   */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  columns: {
    name: string
    /**
     * A batch is refused for unknown, ambiguous and duplicate columns.
     */
    meaning: 'field' | 'reference' | 'ignored' | 'unknown' | 'ambiguous' | 'duplicate'
    field_id: string | null
    label: string | null
    reference: string | null
    /**
     * What an unknown column may stand for.
     */
    suggestion: string | null
    /**
     * Its cell in the first row, at most 100 characters.
     */
    sample: string | null
  }[]
  rows: number
  ready: number
  faulty: number
  /**
   * Rows whose words were set as well; of the others only the values were looked at.
   */
  rows_set: number
  /**
   * The first 200. One row may have several.
   */
  errors: RowError[]
  /**
   * The first 200. Cells that look like formulas: they are printed as the text that they are.
   */
  formulas: {
    /**
     * Line of the file, from 1.
     */
    row: number
    column: string
    text: string
  }[]
  formula_count: number
  first_row: {
    values: {
      [k: string]: string
    }
  } | null
}
export interface RowError {
  /**
   * Line of the file, from 1.
   */
  row: number
  code: string
  message: string
  param: string | null
}
export interface BatchWithItems {
  id: string
  object: 'batch'
  kind: 'renders' | 'previews' | 'preview_refresh'
  result: 'renders' | 'merged'
  status: 'queued' | 'processing' | 'completed' | 'canceled'
  template_id: string | null
  scene_revision: number | null
  total: number
  succeeded: number
  failed: number
  skipped: number
  metadata: {
    [k: string]: string
  }
  result_url: string | null
  size_bytes: number | null
  created_at: string
  started_at: string | null
  completed_at: string | null
  canceled_at: string | null
  /**
   * The first 100; the others are listed by the items operation.
   */
  items: BatchItem[]
  items_has_more: boolean
  minItems?: 0
}
export interface BatchItem {
  object: 'batch_item'
  /**
   * From 0, in the order of the request.
   */
  index: number
  row: number | null
  external_ref: string | null
  status: 'pending' | 'succeeded' | 'failed' | 'skipped'
  render_id: string | null
  error: {
    code: string
    message: string
    param: string | null
    details: {
      [k: string]: unknown
    }[]
  } | null
  preflight_status: ('pass' | 'warn' | 'fail' | 'pending') | null
}
export interface ProductMapping {
  id: string
  object: 'product_mapping'
  external_product_id: string
  external_variant_id: string | null
  template_id: string
  template_title: string
  template_status: 'draft' | 'paused' | 'live' | 'archived'
  embed_application_id: string | null
  options: ProductMappingOptions
  status: 'active' | 'archived'
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface ProductMappingOptions {
  default_values: {
    [k: string]: string
  }
  locked_field_ids: string[]
  colors:
    | {
        index: number
        key: string
        name: string
        hex: string
      }[]
    | null
}
export interface ResolvedProduct {
  resolved: true
  product_mapping: {
    id: string
    external_product_id: string
    external_variant_id: string | null
  }
  template: {
    id: string
    title: string
    status: 'draft' | 'paused' | 'live' | 'archived'
    slug: string
    page_count: number
    preview_url: string | null
  }
  personalizable: true
}
export interface EmbedApplication {
  id: string
  object: 'embed_application'
  name: string
  allowed_origins: string[]
  /**
   * Calls without an Origin, from servers, are taken too.
   */
  allow_no_origin: boolean
  publishable_key_prefix: string | null
  publishable_key_last4: string | null
  session_ttl_seconds: number
  status: 'active' | 'archived'
  accent_color: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface EmbedSession {
  id: string
  object: 'embed_session'
  status: 'active' | 'completed' | 'canceled' | 'expired'
  source: 'server' | 'guest' | 'hosted'
  embed_application_id: string | null
  template_id: string
  product_mapping_id: string | null
  fill_id: string | null
  origin: string | null
  external_product_id: string | null
  external_variant_id: string | null
  external_cart_id: string | null
  customer_email: string | null
  customer_name: string | null
  metadata: {
    [k: string]: string
  }
  expires_at: string
  created_at: string
  updated_at: string
  completed_at: string | null
  canceled_at: string | null
}
export interface OpenedEmbedSession {
  embed_session: EmbedSession
  /**
   * Shown now and never again.
   */
  client_secret: string
  template: FilledTemplate
  values: {
    [k: string]: string
  }
  options: ProductMappingOptions
  expires_at: string
}
export interface FilledTemplate {
  id: string
  title: string
  fields: Field[]
  scene_summary: SceneSummary
}
export interface EmbedSessionState {
  id: string
  status: 'active' | 'completed' | 'canceled' | 'expired'
  expires_at: string
}
export interface WebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  url: string
  description: string
  enabled_events: (
    | '*'
    | 'render.succeeded'
    | 'render.queued'
    | 'render.failed'
    | 'render.canceled'
    | 'batch.completed'
    | 'fill.created'
    | 'fill.updated'
    | 'fill.completed'
    | 'fill.finalized'
    | 'fill.expired'
    | 'template.published'
    | 'template.archived'
    | 'embed_session.completed'
    | 'embed_session.expired'
    | 'webhook_endpoint.disabled'
    | 'hot_folder_delivery.held'
    | 'hot_folder_delivery.exhausted'
    | 'ping'
  )[]
  payload_style: 'full' | 'thin'
  include_pii: boolean
  status: 'enabled' | 'disabled'
  disabled_reason: ('manual' | 'failing' | 'gone') | null
  secret_prefix: string
  secret_rotated_at: string | null
  previous_secret_expires_at: string | null
  failing_since: string | null
  last_success_at: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
}
export interface WebhookDelivery {
  id: string
  object: 'webhook_delivery'
  webhook_endpoint_id: string
  event_id: string
  event_type:
    | 'render.succeeded'
    | 'render.queued'
    | 'render.failed'
    | 'render.canceled'
    | 'batch.completed'
    | 'fill.created'
    | 'fill.updated'
    | 'fill.completed'
    | 'fill.finalized'
    | 'fill.expired'
    | 'template.published'
    | 'template.archived'
    | 'embed_session.completed'
    | 'embed_session.expired'
    | 'webhook_endpoint.disabled'
    | 'hot_folder_delivery.held'
    | 'hot_folder_delivery.exhausted'
    | 'ping'
  attempt_number: number
  trigger: 'auto' | 'manual'
  /**
   * failed: another attempt follows. exhausted: none does. skipped: it was never sent.
   */
  outcome: 'pending' | 'failed' | 'succeeded' | 'exhausted' | 'skipped'
  skip_reason: string | null
  /**
   * The very text that is sent, over which the signature is computed.
   */
  payload: string
  /**
   * The payload, parsed.
   */
  payload_json: {
    [k: string]: unknown
  }
  url: string
  request_headers: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^(.*)$".
     */
    [k: string]: string
  }
  response_status: number | null
  response_headers: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^(.*)$".
     */
    [k: string]: string
  }
  response_body: string | null
  error_code: string | null
  duration_ms: number | null
  scheduled_at: string
  attempted_at: string | null
  next_attempt_at: string | null
  created_at: string
}
export interface Event {
  id: string
  object: 'event'
  type:
    | 'render.succeeded'
    | 'render.queued'
    | 'render.failed'
    | 'render.canceled'
    | 'batch.completed'
    | 'fill.created'
    | 'fill.updated'
    | 'fill.completed'
    | 'fill.finalized'
    | 'fill.expired'
    | 'template.published'
    | 'template.archived'
    | 'embed_session.completed'
    | 'embed_session.expired'
    | 'webhook_endpoint.disabled'
    | 'hot_folder_delivery.held'
    | 'hot_folder_delivery.exhausted'
    | 'ping'
  object_id: string
  api_version: string
  data: {
    object: {
      /**
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^(.*)$".
       */
      [k: string]: unknown
    }
    previous: {
      /**
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^(.*)$".
       */
      [k: string]: unknown
    }
  }
  created_at: string
}
export interface HotFolder {
  id: string
  object: 'hot_folder'
  name: string
  template_id: string | null
  /**
   * Below the folder of the setting HOT_FOLDERS.
   */
  folder: string
  name_pattern: string
  hold_on_fail: boolean
  status: 'enabled' | 'disabled'
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
}
export interface HotFolderDelivery {
  id: string
  object: 'hot_folder_delivery'
  hot_folder_id: string
  render_id: string
  /**
   * Which run of the render: one that is corrected is delivered again.
   */
  render_attempt: number
  /**
   * withdraw: of a refunded or canceled order. erase: of what was erased.
   */
  action: 'deliver' | 'withdraw' | 'erase'
  attempt_number: number
  trigger: 'auto' | 'manual'
  /**
   * held: preflight failed, and it waits to be released. failed: another attempt follows.
   */
  outcome: 'pending' | 'held' | 'failed' | 'succeeded' | 'exhausted' | 'skipped'
  skip_reason:
    ('hot_folder_disabled' | 'superseded' | 'withdrawn' | 'erased' | 'already_taken' | 'not_delivered') | null
  folder: string
  file_name: string | null
  ticket_name: string | null
  file_status: ('placed' | 'taken' | 'withdrawn' | 'erased') | null
  earlier_file: ('withdrawn' | 'already_taken') | null
  content_sha256: string
  size_bytes: number
  error_code:
    | (
        | 'folder_missing'
        | 'not_a_folder'
        | 'no_permission'
        | 'read_only'
        | 'disk_full'
        | 'folder_unreachable'
        | 'name_refused'
        | 'print_file_unreadable'
        | 'folder_failed'
      )
    | null
  error_message: string | null
  scheduled_at: string
  attempted_at: string | null
  next_attempt_at: string | null
  created_at: string
}
export interface StorefrontOrder {
  id: string
  object: 'storefront_order'
  adapter: string
  shop: string
  /**
   * The platform's own.
   */
  order_id: string
  /**
   * Under which its fills are finalized.
   */
  external_order_id: string
  name: string | null
  canceled_at: string | null
  due_at: string | null
  lines: StorefrontLine[]
  created_at: string
  updated_at: string
}
export interface StorefrontLine {
  id: string
  object: 'storefront_line'
  external_line_id: string
  /**
   * As the line carries it, which may be no id of a fill.
   */
  fill_id: string
  printed_fill_id: string | null
  external_product_id: string
  external_variant_id: string | null
  quantity: number
  state: 'attached' | 'finalizing' | 'finalized' | 'fulfilled' | 'withdrawn' | 'failed' | 'held'
  reason: string | null
  message: string | null
  render_id: string | null
  render_status: string | null
  /**
   * Tries in vain since something last succeeded.
   */
  attempts: number
  next_attempt_at: string | null
  created_at: string
  updated_at: string
}
export interface StorefrontHook {
  id: string
  object: 'storefront_hook'
  adapter: string
  shop: string
  /**
   * The platform's own.
   */
  topic: string
  external_hook_id: string | null
  /**
   * `pending` until its calls are written, `failed` where it cannot be understood.
   */
  state: 'pending' | 'done' | 'failed'
  error: string | null
  attempts: number
  /**
   * What it said is still kept, and can be read again.
   */
  retryable: boolean
  next_attempt_at: string | null
  received_at: string
}
export interface ApiKey {
  id: string
  object: 'api_key'
  type: 'secret' | 'restricted' | 'publishable'
  name: string
  scopes: string[]
  /**
   * How the key begins.
   */
  prefix: string
  /**
   * How the key ends.
   */
  last4: string
  status: 'active' | 'expired' | 'revoked'
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}
export interface Usage {
  /**
   * Year and month in UTC.
   */
  month: string
  used: number
  limit: number | null
  resets_at: string
}
export interface AuditEvent {
  id: string
  object: 'audit_event'
  /**
   * The id of a key or of a user of the console, `cli` or `system`.
   */
  actor: string
  actor_name: string | null
  action:
    | 'key.created'
    | 'key.rotated'
    | 'key.revoked'
    | 'template.published'
    | 'template.paused'
    | 'template.archived'
    | 'template.restored'
    | 'template.changed'
    | 'template.artwork_replaced'
    | 'scene.saved'
    | 'render.retried'
    | 'application.created'
    | 'application.changed'
    | 'application.archived'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.changed'
    | 'webhook_endpoint.disabled'
    | 'asset.created'
    | 'asset.changed'
    | 'asset.archived'
    | 'asset.restored'
    | 'font.created'
    | 'font.changed'
    | 'font.archived'
    | 'font.restored'
    | 'selection_set.created'
    | 'selection_set.changed'
    | 'selection_set.archived'
    | 'hot_folder.created'
    | 'hot_folder.changed'
    | 'hot_folder.disabled'
    | 'hot_folder_delivery.released'
    | 'storefront_line.retried'
    | 'storefront_line.released'
    | 'storefront_hook.retried'
    | 'fill.finalized'
    | 'fill.status'
    | 'fill.erased'
    | 'retention.erased'
    | 'team.changed'
    | 'user.invited'
    | 'user.linked'
    | 'user.joined'
    | 'user.changed'
    | 'user.signed_in'
    | 'user.signed_out'
  object_id: string
  details: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^(.*)$".
     */
    [k: string]: unknown
  }
  request_id: string | null
  created_at: string
}
export interface ConsoleSession {
  object: 'console_session'
  user: User
  team: {
    id: string
    name: string
  }
  /**
   * What the role may do. An owner may also use what is for full secret keys alone.
   */
  scopes: string[]
  expires_at: string
}
export interface User {
  id: string
  object: 'user'
  email: string
  /**
   * Empty until the invitation was opened, where nobody gave one.
   */
  name: string
  role: 'owner' | 'editor' | 'viewer'
  status: 'invited' | 'active' | 'disabled'
  language: ('en' | 'de') | null
  signed_in_at: string | null
  created_at: string
  updated_at: string
}
