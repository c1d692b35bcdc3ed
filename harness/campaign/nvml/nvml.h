// The part of NVIDIA's management interface that tycho asks, for machines whose CUDA Toolkit comes without
// nvml.h (cmake/nvml.cmake prefers the toolkit's own). The interface is binary: names and numbers are those
// of nvml.h, and the driver's library answers to them.
#pragma once

typedef struct nvmlDevice_st* nvmlDevice_t;

typedef enum {
  NVML_SUCCESS = 0,
  NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;
typedef enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2 } nvmlClockType_t;
typedef enum { NVML_TEMPERATURE_GPU = 0 } nvmlTemperatureSensors_t;
typedef enum { NVML_VALUE_TYPE_DOUBLE = 0, NVML_VALUE_TYPE_UNSIGNED_INT = 1 } nvmlValueType_t;

#define NVML_FI_DEV_POWER_INSTANT 186
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define nvmlClocksThrottleReasonGpuIdle 0x01LL
#define nvmlClocksThrottleReasonSwPowerCap 0x04LL
#define nvmlClocksThrottleReasonHwSlowdown 0x08LL
#define nvmlClocksThrottleReasonSwThermalSlowdown 0x20LL
#define nvmlClocksThrottleReasonHwThermalSlowdown 0x40LL
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 0x80LL

typedef union {
  double dVal;
  unsigned uiVal;
  unsigned long long ullVal;
} nvmlValue_t;

typedef struct {
  unsigned fieldId, scopeId;
  long long timestamp, latencyUsec;
  nvmlValueType_t valueType;
  nvmlReturn_t nvmlReturn;
  nvmlValue_t value;
} nvmlFieldValue_t;
static_assert(sizeof(nvmlFieldValue_t) == 40, "as the driver's library writes it");

extern "C" {
nvmlReturn_t nvmlInit_v2();
nvmlReturn_t nvmlShutdown();
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned, nvmlDevice_t*);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char*, nvmlDevice_t*);
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char*, nvmlDevice_t*);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t, nvmlClockType_t, unsigned*);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t, nvmlClockType_t, unsigned*);
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t, nvmlTemperatureSensors_t, unsigned*);
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t, int, nvmlFieldValue_t*);
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t, unsigned long long*);
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t, unsigned long long*);
nvmlReturn_t nvmlSystemGetDriverVersion(char*, unsigned);
}
