/** The warehouse as a process: {@link dev.mosaic.warehouse.WarehouseProcess} opens the store that the runtime's part of this package has. */
@NullMarked
package dev.mosaic.warehouse;

import org.jspecify.annotations.NullMarked;
