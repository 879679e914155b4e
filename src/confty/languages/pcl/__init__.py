"""PCL, the configuration language of Pulumi: HCL with resources, bound to package schemas."""
