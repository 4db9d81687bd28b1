// The vectorchain dialect: what vector units compute, one vector at a time.
#pragma once
#include "engine/ir/dataflow/Dataflow.h"

#include "engine/ir/vectorchain/VectorChainDialect.h.inc"

#include "engine/ir/vectorchain/VectorChainEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "engine/ir/vectorchain/VectorChainAttrs.h.inc"

#define GET_OP_CLASSES
#include "engine/ir/vectorchain/VectorChainOps.h.inc"
